import papa from 'papaparse';
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

test('a card a line, with a tab between its sides', () => {
  const file = exportDeckText({ deck: deck, format: 'txt' });
  expect([file.name, file.type]).toEqual(['Flashcards Cells.txt', 'text/plain; charset=utf-8']);
  expect(textOf(file)).toBe('What is ATP?\tThe molecule that carries energy, "the currency"\n=1+1\ttwo; or 2\n');
});
