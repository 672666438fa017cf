import { sourceOfText } from '@lectern/documents';
import { lectureTexts } from '../../../../testing/lectureTexts.ts';
import { findFacts } from '../facts/findFacts.ts';
import { difficultyBoost } from '../itemPreferences.ts';
import { loadTagger } from '../posTagger.ts';
import { phrasesFor } from '../phrases.ts';
import { rankedCards } from './cardsOf.ts';

test('puts the facts of a difficulty first, without dropping cards', async () => {
  const source = sourceOfText(
    [...Object.values(lectureTexts), 'In Hyde v. Wrench the court held that a counter-offer ends the offer.'].join('\n\n'),
  );
  const tag = await loadTagger();
  const facts = findFacts(source, tag);
  const ranked = (difficultyLevel?: 'easy' | 'hard') =>
    rankedCards(facts, phrasesFor('en'), true, difficultyLevel ? { difficultyLevel } : {});
  for (const level of ['easy', 'hard'] as const) {
    /** The ranks of the facts of this difficulty. */
    const places = (cards: ReturnType<typeof ranked>): number[] =>
      cards.flatMap(({ fact }, index) => (difficultyBoost(level, fact) > 0 ? [index] : []));
    const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);
    const [usual, chosen] = [ranked(), ranked(level)];
    expect(chosen.map(({ card }) => card.front).sort()).toEqual(usual.map(({ card }) => card.front).sort());
    // Definitions come first without a preference, too.
    if (level === 'easy') expect(sum(places(chosen))).toBeLessThanOrEqual(sum(places(usual)));
    else expect(sum(places(chosen))).toBeLessThan(sum(places(usual)));
  }
});

const frontsOf = async (text: string): Promise<string[]> => {
  return rankedCards(findFacts(sourceOfText(text), await loadTagger()), phrasesFor('en'), true).map(({ card }) => card.front);
};

it('asks about terms with a number', async () => {
  const fronts = await frontsOf(`# Networks

- IPv6: version of the internet protocol with addresses of 128 bits
- Moisture above 6: version of a clay with water of the river`);
  expect(fronts).toEqual(['What is IPv6?']);
});

it('asks who a person is and what a named thing is, but about no other names', async () => {
  const fronts = await frontsOf(`# People and their works

The museum shows Ada Lovelace, Linux and Norway. Visitors of Lovelace and of Linux like Norway.

- Ada Lovelace: an English mathematician who wrote the first program
- T. S. Eliot: a poet who wrote of the waste after the war
- Linux: a free operating system that was begun by a student
- Norway: the far north of Europe beyond the sea of the Danes`);
  expect(fronts).toEqual(expect.arrayContaining(['Who is Ada Lovelace?', 'Who is T. S. Eliot?', 'What is Linux?']));
  expect(fronts.filter((front) => front.includes('Norway'))).toEqual([]);
});
