import { NearTexts } from './NearTexts.ts';
import { likeness } from './words.ts';

/** Sentences from few words, so that many are similar. */
const sentences = Array.from({ length: 300 }, (_, index) =>
  Array.from({ length: 3 + (index % 6) }, (_word, place) => 'abcdefgh'[(index * (place + 3) + place * place + (index >> 3)) % 8]).join(' '),
);

it.each([0.6, 0.75, 0.8, 1])('finds the same near duplicates as a comparison of all pairs, for a likeness of %d', (least) => {
  for (const usual of [[], sentences]) {
    const near = new NearTexts(least, usual);
    const before: string[] = [];
    for (const sentence of sentences) {
      expect([sentence, near.has(sentence)]).toEqual([sentence, before.some((other) => likeness(other, sentence) >= least)]);
      near.add(sentence);
      before.push(sentence);
    }
  }
});

it('treats texts without words as equal', () => {
  const near = new NearTexts(0.8);
  expect(near.has('…')).toBe(false);
  near.add('?!');
  expect([near.has('…'), near.has('a')]).toEqual([true, false]);
});
