import { withoutRunningHeads } from './runningHeads.ts';
import type { TextRun } from './textRuns.ts';

interface TestRow {
  text: string;
  /** In points from the top of a page of 800. */
  top: number;
  size?: number;
  isBold?: boolean;
}

const run = ({ text, top, size = 10, isBold = false }: TestRow): TextRun => ({
  text,
  left: 60,
  right: 300,
  baseline: top,
  size,
  isBold,
  hasSpaceBefore: true,
  isRightToLeft: false,
});

/** Returns what is kept of pages with these rows and text in the middle. */
const kept = (pages: readonly (readonly TestRow[])[]): string[][] =>
  withoutRunningHeads(
    pages.map((rows, index) => ({
      page: index + 1,
      height: 800,
      runs: [...rows, { text: 'Text', top: 400 }, { text: 'More', top: 420 }].map(run),
    })),
    10,
  ).runs.map((runs) => runs.map(({ text }) => text).filter((text) => text !== 'Text' && text !== 'More'));

describe('what is kept', () => {
  it.each([
    ['1. Введение', '2. Кровь'],
    ['2 型糖尿病的治疗', '3 高血压'],
    ['1. Εισαγωγή', '4. Αίμα'],
    ['1. مقدمة', '3. الدم'],
    ['Civil', 'Mild'],
    ['2024', '1999'],
    ['120', '80'],
    ['120/80', '130/85'],
  ])('"%s" in any size is not a page number', (one, other) => {
    for (const size of [24, 10, 8])
      expect(kept([[{ text: one, top: 60, size }], [{ text: other, top: 60, size }], []])).toEqual([[one], [other], []]);
  });

  it('a heading with a number that does not follow the pages, in the letters of the text', () => {
    const questions = ['Question 1', 'Question 2', '', 'Question 3', '', '', 'Question 4'];
    const pages = questions.map((text): TestRow[] => (text === '' ? [] : [{ text, top: 60 }]));
    expect(kept(pages)).toEqual(questions.map((text) => (text === '' ? [] : [text])));
  });

  it('large numbers are headings, even where they count up', () => {
    expect(kept(['2024', '2025', '2026'].map((text) => [{ text, top: 60, size: 24 }]))).toEqual([['2024'], ['2025'], ['2026']]);
  });

  it('bold headings with a number, and rows whose numbers do not count up with the pages', () => {
    const exercises = ['Exercise 1', 'Exercise 2', 'Exercise 3'];
    expect(kept(exercises.map((text) => [{ text, top: 60, isBold: true }]))).toEqual(exercises.map((text) => [text]));
    const values = ['Value 12', 'Value 7', 'Value 90'];
    expect(kept(values.map((text) => [{ text, top: 60 }]))).toEqual(values.map((text) => [text]));
  });
});

describe('what is left out', () => {
  it.each([
    ['17', '18', '19'],
    ['– 1 –', '– 2 –', '– 3 –'],
    ['viii', 'ix', 'x'],
    ['Page 1 of 3', 'Page 2 of 3', 'Page 3 of 3'],
    ['Anatomy 41', 'Anatomy 42', 'Anatomy 43'],
    ['2.1 The heart | 41', '2.1 The heart | 42', '2.1 The heart | 43'],
    ['第 1 页', '第 2 页', '第 3 页'],
  ])('"%s" that counts up with the pages', (...texts) => {
    expect(kept(texts.map((text) => [{ text, top: 770 }]))).toEqual([[], [], []]);
  });

  it('the number of a slide shown on several pages, and a small Roman number', () => {
    const feet = ['Anatomy 3 / 17', 'Anatomy 4 / 17', 'Anatomy 4 / 17', 'Anatomy 4 / 17', 'Anatomy 5 / 17'];
    expect(kept(feet.map((text) => [{ text, top: 770 }]))).toEqual([[], [], [], [], []]);
    expect(kept([[], [], [{ text: 'i', top: 770 }]])).toEqual([[], [], []]);
  });

  it('a page’s own number, and a labelled page number', () => {
    expect(kept([[], [{ text: '2', top: 770 }], [{ text: 'Seite 7', top: 770 }]])).toEqual([[], [], []]);
  });

  it('a bold row that is the same on each page', () => {
    expect(kept(['Anatomy', 'Anatomy', 'Anatomy'].map((text) => [{ text, top: 30, isBold: true }]))).toEqual([[], [], []]);
  });
});

it('lists running heads with their pages, and no page numbers', () => {
  const pages = [1, 2, 3].map((page) => ({
    page,
    height: 800,
    runs: [
      { text: 'Nursing 101', top: 20 },
      { text: 'Text', top: 400 },
      { text: `Page ${String(page)}`, top: 780 },
    ].map(run),
  }));
  expect(withoutRunningHeads(pages, 10).heads).toEqual([1, 2, 3].map((page) => ({ text: 'Nursing 101', page })));
});
