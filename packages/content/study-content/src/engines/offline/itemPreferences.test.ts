import { sourceOfText } from '@lectern/documents';
import type { Fact } from './facts/Fact.ts';
import { findFacts } from './facts/findFacts.ts';
import { difficultyBoost, itemPreferencesOf } from './itemPreferences.ts';
import { loadTagger } from './posTagger.ts';

const text = `# Acceptance

Acceptance: a final and unqualified assent to all the terms of an offer.

# Contracts

In Hyde v. Wrench the court held that a counter-offer ends the offer.`;

const preferences = async (preference: string | undefined) => {
  const facts = findFacts(sourceOfText(text), await loadTagger());
  const fact = (type: Fact['type']): Fact => facts.facts.find((one) => one.type === type)!;
  return { ...itemPreferencesOf(preference, facts), definition: fact('definition'), holding: fact('answered') };
};

it.each([
  ['focus on acceptance', true, false],
  ['court rulings only', false, true],
  ['definitions, please', true, false],
  [undefined, false, false],
])('%s', async (preference, definition, holding) => {
  const wish = await preferences(preference);
  expect([wish.boost(wish.definition) > 0, wish.boost(wish.holding) > 0]).toEqual([definition, holding]);
  expect(wish.limitation).toBeUndefined();
});

it('reads the difficulty', async () => {
  expect((await preferences('a challenging quiz')).difficultyLevel).toBe('hard');
  expect((await preferences('basic questions')).difficultyLevel).toBe('easy');
});

it('prefers definitions for easy items, other facts for hard ones', async () => {
  const { facts } = findFacts(sourceOfText(`${text}\n\nOffer: a promise.`), await loadTagger());
  const boosted = (level: 'easy' | 'medium' | 'hard' | undefined) =>
    new Set(facts.filter((fact) => difficultyBoost(level, fact) > 0).map(({ type }) => type));
  expect([...boosted('easy')]).toEqual(['definition']);
  expect(boosted('hard').size).toBeGreaterThan(0);
  expect(boosted('hard')).not.toContain('definition');
  for (const level of ['medium', undefined] as const) expect(boosted(level).size).toBe(0);
});

it('reports what it cannot do', async () => {
  expect((await preferences('NCLEX style')).limitation).toMatch(/^“NCLEX style” could not be followed: .* cannot make up cases\.$/);
  expect((await preferences('as a pirate song')).limitation).toMatch(/^“as a pirate song” could not be followed: /);
  const named = await preferences('ADPIE');
  expect(named.limitation).toBe('“ADPIE” could not be followed: it is a style of guides.');
  expect(named.boost(named.definition)).toBe(0);
});
