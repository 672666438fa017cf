import { slideOf } from '../testing/slideOf.ts';
import { contentOfSource } from './contentOfSource.ts';
import { joinDocuments, joinSources, withoutPictures } from './joinMaterials.ts';
import { sourceOfDeck } from './pptx/sourceOfDeck.ts';
import { sourceOfText } from './text/sourceOfText.ts';

it('recognises headings, wrapped paragraphs, bullets and tables of pasted text', () => {
  const { title, passages } = sourceOfText(
    '# Cells\n\nThe cell is the smallest unit of life that can live\nby itself and divide.\n\n- one\n  - **two**\n\na\tb\nc\td\n\n| x | y |\n|---|---|\n| 1 | 2 |',
  );
  expect(title).toBe('Cells');
  expect(passages.map(({ kind, level, text, table, row }) => [kind, level, text, table, row])).toEqual([
    ['title', 0, 'Cells', undefined, undefined],
    ['paragraph', 0, 'The cell is the smallest unit of life that can live by itself and divide.', undefined, undefined],
    ['bullet', 0, 'one', undefined, undefined],
    ['bullet', 1, 'two', undefined, undefined],
    ['row', 0, 'a | b', 1, 0],
    ['row', 0, 'c | d', 1, 1],
    ['row', 0, 'x | y', 2, 0],
    ['row', 0, '1 | 2', 2, 1],
  ]);
  expect(passages.map(({ pointer }) => (pointer.kind === 'text' ? pointer.paragraph : 0))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

it('keeps code line by line and quotations without marks, and lists front matter and navigation as omitted', () => {
  const { title, passages, omitted } = sourceOfText(
    '---\ntitle: Loops\nlayout: page\n---\n- [While](#while)\n\nA loop repeats its body.\n\n> Repeat until done.\n\n> 5 mmol/L is high.\n\n```py\nwhile n > 0:\n    n = n - 1\n```\n\n1. Test\n2. Repeat',
  );
  expect(title).toBe('Loops');
  expect(passages.map(({ kind, text, isNumbered }) => [kind, text, isNumbered])).toEqual([
    ['paragraph', 'A loop repeats its body.', undefined],
    ['paragraph', 'Repeat until done.', undefined],
    ['paragraph', '> 5 mmol/L is high.', undefined],
    ['paragraph', 'while n > 0:', undefined],
    ['paragraph', 'n = n - 1', undefined],
    ['bullet', 'Test', true],
    ['bullet', 'Repeat', true],
  ]);
  expect(omitted?.map(({ text, reason, pointer }) => [text, reason, pointer])).toEqual([
    ['title: Loops', 'credit', { kind: 'text', paragraph: 1 }],
    ['layout: page', 'credit', { kind: 'text', paragraph: 1 }],
    ['While', 'agenda', { kind: 'text', paragraph: 1 }],
  ]);
});

it('reads a long line with bars or tabs as a paragraph', () => {
  const sentence = 'The heart is a pump that moves the blood of the body. ';
  const { passages } = sourceOfText(`${sentence.repeat(20)} | ${sentence}\n${sentence.repeat(20)}\tand so on`);
  expect(passages.map(({ kind }) => kind)).toEqual(['paragraph', 'paragraph']);
});

it('joins a deck and a text, and keeps their tables apart', () => {
  const row = (text: string) => ({
    part: 'table' as const,
    paragraph: 1,
    kind: 'row' as const,
    level: 0,
    text,
    cells: [text],
    table: 1,
    row: 0,
  });
  const deck = sourceOfDeck({
    title: 'Deck',
    slides: [slideOf([row('x')])],
  });
  const joined = joinSources(deck, sourceOfText('a\tb\nc\td'));
  expect(joined.title).toBe('Deck');
  expect(joined.passages.map(({ table }) => table)).toEqual([1, 2, 2]);
  expect(contentOfSource(joined)).toBe('Slide 1\nx\na | b\nc | d');
});

it('keeps formulas unchanged by Markdown', () => {
  const { passages } = sourceOfText(
    [
      '# Roots of \\(x_1*y_1*z\\)',
      '',
      'Let the equation be *given*, so that for all of its roots, of which there are two,',
      '\\(x_1\\) and $x_2$ are equal up to their sign. It costs $5 to $10.',
      '',
      '- **\\([a](b)\\)** and _c_',
      '',
      '| Name | $|x|$ |',
      '|---|---|',
      '| a | \\(b|c\\) |',
      '',
      '$$',
      '\\frac{a}{b}',
      '$$',
      '',
      'The end.',
    ].join('\n'),
  );
  expect(passages.map(({ kind, text, cells }) => [kind, text, ...(cells ? [cells] : [])])).toEqual([
    ['title', 'Roots of \\(x_1*y_1*z\\)'],
    [
      'paragraph',
      'Let the equation be given, so that for all of its roots, of which there are two, \\(x_1\\) and $x_2$ are equal up to their sign. It costs $5 to $10.',
    ],
    ['bullet', '\\([a](b)\\) and c'],
    ['row', 'Name | $|x|$', ['Name', '$|x|$']],
    ['row', 'a | \\(b|c\\)', ['a', '\\(b|c\\)']],
    ['paragraph', '$$ \\frac{a}{b} $$'],
    ['paragraph', 'The end.'],
  ]);
});

it('joins omissions: symbols add up, and pages name their document', () => {
  const of = (name: string, unreadSymbols: number) => ({
    name,
    ...withoutPictures({ ...sourceOfText(`About ${name}`), unreadSymbols, unreadPages: [{ first: 2, last: 3 }] }),
  });
  expect(joinDocuments([of('a.pdf', 1), of('b.pdf', 2)])?.source).toMatchObject({
    unreadSymbols: 3,
    unreadPages: [
      { first: 2, last: 3, document: 'a.pdf' },
      { first: 2, last: 3, document: 'b.pdf' },
    ],
  });
  expect(joinSources(sourceOfText('a'), sourceOfText('b'))).not.toHaveProperty('unreadPages');
});
