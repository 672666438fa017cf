import papa from 'papaparse';
import { languageLines, seededNumbers } from '@lectern/test-servers';
import { readDecks } from '../import/readDecks.ts';
import { exportDeckText } from './exportDeck.ts';

const deck = {
  title: 'Flashcards: Cells',
  cards: [
    {
      _id: 'c1',
      front: 'What is ATP?',
      back: 'The molecule that carries energy,\n"the currency"',
      source: { pointer: { kind: 'slide' as const, slide: 3, part: 'body' as const, paragraph: 2 }, quote: 'ATP carries energy.' },
    },
    { _id: 'c2', front: '=1+1', back: 'two;\tor 2' },
  ],
};
const textOf = ({ bytes }: { bytes: Uint8Array }): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

test('comma-separated, with a header, sources, and no formula', () => {
  const file = exportDeckText({ deck: deck, format: 'csv' });
  expect([file.name, file.type]).toEqual(['Flashcards Cells.csv', 'text/csv; charset=utf-8']);
  expect(papa.parse(textOf(file).slice(1), { skipEmptyLines: true }).data).toEqual([
    ['Front', 'Back', 'Source'],
    ['What is ATP?', 'The molecule that carries energy,\n"the currency"', 'Slide 3: “ATP carries energy.”'],
    ["'=1+1", 'two;\tor 2', ''],
  ]);
});

test('one card per line, with a tab between its sides', () => {
  const file = exportDeckText({ deck: deck, format: 'txt' });
  expect([file.name, file.type]).toEqual(['Flashcards Cells.txt', 'text/plain; charset=utf-8']);
  expect(textOf(file)).toBe('What is ATP?\t"The molecule that carries energy,\n""the currency"""\n=1+1\t"two;\tor 2"\n');
});

test('adds columns for hints and tags if there are any', () => {
  const cards = [{ _id: 'c1', front: 'Peru?', back: 'Lima', hint: 'starts with L', tags: ['a', 'b::c'] }, deck.cards[1]!];
  const [names, first, second] = papa.parse<string[]>(textOf(exportDeckText({ deck: { title: 'x', cards }, format: 'csv' })).slice(1)).data;
  expect([names, first, second]).toEqual([
    ['Front', 'Back', 'Source', 'Hint', 'Tags'],
    ['Peru?', 'Lima', '', 'starts with L', 'a b::c'],
    ["'=1+1", 'two;\tor 2', '', '', ''],
  ]);
});

describe('a deck of any texts is the same after an import', () => {
  const words = ['a', 'Front', 'back', 'é', '漢', '😀', ' ', '\t', '\n', '\n\n'];
  const marks = ['"', '""', ',', ';', '|', '#', '#deck:x', '#separator:comma', '=1', '+', '-', '@', "'", '\\', ':'];
  const pieces = [...words, ...marks];

  test.each(['txt', 'csv'] as const)('%s', async (format) => {
    const below = seededNumbers(5);
    const side = (): string => {
      const text = Array.from({ length: 1 + below(6) }, () => pieces[below(pieces.length)] ?? '').join('');
      // Decks store sides trimmed.
      return text.trim() || 'x';
    };
    for (let round = 0; round < 2_000; round += 1) {
      const cards = Array.from({ length: 1 + (round % 4) }, (_, index) => ({ _id: `c${index}`, front: side(), back: side() }));
      const { bytes } = exportDeckText({ deck: { title: 'x', cards }, format });
      const { decks } = await readDecks(bytes, { folder: '' });
      expect(decks.flatMap(({ title, cards: read }) => read.map(({ front, back }) => [title, front, back]))).toEqual(
        cards.map(({ front, back }) => [undefined, front, back]),
      );
    }
  });
});

test.each(languageLines)('restores texts in %s', async (_language, [first = '', second = '', third = '']) => {
  const sides = [
    { front: first, back: second },
    { front: third, back: `${first}\n${second}` },
  ];
  for (const format of ['csv', 'txt'] as const) {
    const { bytes } = exportDeckText({
      deck: { title: 'x', cards: sides.map((given, index) => ({ _id: `c${String(index)}`, ...given })) },
      format,
    });
    const { decks } = await readDecks(bytes, { folder: '' });
    expect(decks[0]?.cards).toMatchObject(sides);
  }
});

test('writes words without the marks of bold, italic and code', () => {
  const cards = [{ _id: 'c1', front: 'What does **ATP** *do*?', back: '- `carries` energy\n- 2*3', hint: '**A**denosine' }];
  const [, row] = papa.parse<string[]>(textOf(exportDeckText({ deck: { title: 'x', cards }, format: 'csv' })).slice(1)).data;
  expect(row).toEqual(['What does ATP do?', "'- carries energy\n- 2*3", '', 'Adenosine']);
});
