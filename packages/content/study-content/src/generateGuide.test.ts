import type { DraftQuestion, StudyContentEngine } from './StudyContentEngine.ts';
import { offlineEngine } from './engines/offline/offlineEngine.ts';
import { sourceOfText } from '@lectern/documents';
import { generateGuide } from './generateGuide.ts';
import { generateQuiz } from './generateItems.ts';
import type { TooLittleMaterialError } from './gather.ts';

const source = sourceOfText('Orthopnea: shortness of breath that appears when the patient lies flat.');
const bad: DraftQuestion = {
  question: 'What is shown on this slide?',
  answer: 'A',
  distractors: [],
  answerRationale: '',
  explanation: '',
  topic: 'x',
  concept: 'x',
  source: { pointer: { kind: 'text', paragraph: 1 }, quote: 'nothing of the kind' },
};

it('reports the refusals with a failure', async () => {
  const engine: StudyContentEngine = { ...offlineEngine(), quiz: () => Promise.resolve({ drafts: [bad] }) };
  const failure = (await generateQuiz(engine, source, { count: 5, random: () => 0.5 }).catch(
    (error: unknown) => error,
  )) as TooLittleMaterialError;
  expect(failure.code).toBe('too-little-material');
  const place = 'paragraph 1';
  expect(failure.spent.refusals).toMatchObject({
    'one-right-option': [place],
    'self-contained': [place],
    explanation: [place],
    'quote-verbatim': [place],
  });
});

it.each([
  ['one sentence many times', 'The kidney filters the blood of the body and removes waste. '.repeat(400), undefined],
  ['one word many times', 'word '.repeat(2_000), undefined],
  ['two Korean lines in a style', '심장은 온몸에 피를 보내는 기관이다.\n\n혈압: 혈관 벽에 미치는 피의 압력', 'Cornell'],
  ['a shopping list in a style', 'milk\neggs\nbread', 'ADPIE'],
])('makes a guide from any readable text: %s', async (_name, text, stylePreference) => {
  const { guide } = await generateGuide(offlineEngine(), sourceOfText(text), stylePreference === undefined ? {} : { stylePreference });
  expect(guide.markdownContent).toMatch(/^# /);
  expect(guide.sources.length).toBeGreaterThan(0);
});

it('shows a reference once, after the sentences that share it', async () => {
  const source = sourceOfText('# Tides\n\nThe moon pulls the sea on its near side. The far side bulges, too.');
  const { passages } = source;
  const pointer = passages[1]?.pointer ?? { kind: 'text', paragraph: 2 };
  const engine: StudyContentEngine = {
    ...offlineEngine(),
    name: 'test',
    isQuoting: false,
    guide: () =>
      Promise.resolve({
        title: 'Tides',
        overview: 'The moon pulls the sea.',
        markdownContent:
          '# Tides\n\n## The bulges of the sea\n\nThe moon pulls the sea on its near side. [¶2](#paragraph-2) The far side bulges, too. [¶2](#paragraph-2)\n',
        sources: [{ pointer, quote: 'The far side bulges, too.' }],
      }),
  };
  const { guide } = await generateGuide(engine, source, {});
  expect(guide.markdownContent).toBe(
    '# Tides\n\n## The bulges of the sea\n\nThe moon pulls the sea on its near side. The far side bulges, too. [¶2](#paragraph-2)\n',
  );
});
