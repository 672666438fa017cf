import { itemStyleLimitation, itemStyleOf, type DifficultyLevel, type FactWish } from '@lectern/contracts/plain';
import { contentStems, shared } from '../../text/words.ts';
import type { Fact, Facts } from './facts/Fact.ts';

/** A learner's preference for a quiz or deck. */
export interface ItemPreferences {
  /** Added to the worth of a fact's items; 0 if the preference does not match. */
  boost(fact: Fact): number;
  difficultyLevel?: DifficultyLevel;
  /** A sentence about the part of the preference that cannot be followed. */
  limitation?: string;
}

const hardFacts: ReadonlySet<Fact['type']> = new Set(['list', 'answered']);

/** The boost by difficulty: definitions are easy, lists and the lecturer's questions are hard. */
export const difficultyBoost = (level: DifficultyLevel | undefined, { type }: Fact): number =>
  (level === 'hard' && hardFacts.has(type)) || (level === 'easy' && type === 'definition') ? 0.3 : 0;

const kinds: Readonly<Record<FactWish, readonly Fact['type'][]>> = {
  definitions: ['definition', 'acronym'],
  rulings: ['answered'],
  sequences: ['list'],
  acronyms: ['acronym'],
};
const idle = contentStems(
  'focus only mostly mainly about please make questions question quiz flashcards cards card style include including want more less short long material slides lecture chapter exam test',
);

/** Parses a preference: types of facts, difficulty, and topics of the material by their words. */
export function itemPreferencesOf(preference: string | undefined, facts: Facts): ItemPreferences {
  const wish = preference?.trim() ?? '';
  const { wishes, difficultyLevel, problem } = itemStyleOf(wish);
  // The name of a guide style may also occur in topics.
  if (problem === 'guide') return { boost: () => 0, limitation: itemStyleLimitation(wish, problem) };
  const types = new Set([...wishes].flatMap((each) => kinds[each]));
  const words = new Set([...contentStems(wish)].filter((word) => !idle.has(word)));
  const topics = new Set([...new Set(facts.facts.map(({ topic }) => topic))].filter((topic) => shared(contentStems(topic), words) > 0));
  const isFollowed = problem === undefined || (problem === 'unknown' && topics.size > 0);
  return {
    boost: ({ type, topic }) => (types.has(type) ? 1 : 0) + (topics.has(topic) ? 2 : 0),
    ...(difficultyLevel && { difficultyLevel }),
    ...(!isFollowed && { limitation: itemStyleLimitation(wish, problem) }),
  };
}
