import { sourceSections, type PassageAround } from './sourceSections';

const at = (paragraph: number, part: 'body' | 'notes' = 'body') => ({ kind: 'slide' as const, slide: 2, part, paragraph });
const passage = (paragraph: number, text: string, more: Partial<PassageAround> = {}): PassageAround => ({
  pointer: at(paragraph),
  kind: 'paragraph',
  level: 0,
  text,
  ...more,
});

test('groups passages by the part of the slide and marks every cited sentence', () => {
  const passages = [passage(1, 'One. Two. Three.'), passage(2, 'Four.'), passage(1, 'Say this.', { pointer: at(1, 'notes') })];
  const quotes = ['One.', 'Three.'].map((quote) => ({ pointer: at(1), quote }));
  expect(sourceSections(quotes, passages)).toMatchObject([
    { passages: [{ text: 'One. Two. Three.', isCited: true, quotes: ['One.', 'Three.'] }, { text: 'Four.' }] },
    { label: 'Speaker notes', passages: [{ text: 'Say this.' }] },
  ]);
});

test('shows the quotes alone while the passages are not there', () => {
  expect(
    sourceSections(
      [
        { pointer: at(1), quote: 'One.' },
        { pointer: at(3), quote: 'Five.' },
      ],
      [],
    ),
  ).toMatchObject([
    {
      passages: [
        { text: 'One.', isCited: true },
        { text: 'Five.', isCited: true },
      ],
    },
  ]);
});
