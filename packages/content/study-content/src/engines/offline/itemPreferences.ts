import { itemStyleLimitation, itemStyleOf, type DifficultyLevel, type FactWish } from '@lectern/contracts/plain';
import { contentStems, shared } from '../../text/words.ts';
import type { Fact, Facts } from './facts/Fact.ts';

/** A learner's preference for a quiz or deck, as far as it affects the choice of facts. */
export interface ItemPreferences {
  /** What is added to the worth of a fact's items; 0 when the preference does not concern it. */
  boost(fact: Fact): number;
  difficultyLevel?: DifficultyLevel;
  /** The part of the preference that cannot be followed, as a sentence. */
  limitation?: string;
}

const hardFacts: ReadonlySet<Fact['type']> = new Set(['list', 'answered']);

/** What a difficulty adds to the worth of a fact's items: definitions are easy, lists and questions of the lecturer’s are hard. */
export const difficultyBoost = (level: DifficultyLevel | undefined, { type }: Fact): number =>
  (level === 'hard' && hardFacts.has(type)) || (level === 'easy' && type === 'definition') ? 0.3 : 0;

/** The kinds of facts that answer a wish. */
const kinds: Readonly<Record<FactWish, readonly Fact['type'][]>> = {
  definitions: ['definition', 'acronym'],
  rulings: ['answered'],
  sequences: ['list'],
  acronyms: ['acronym'],
};
const idle = contentStems(
  'focus only mostly mainly about please make questions question quiz flashcards cards card style include including want more less short long material slides lecture chapter exam test',
);

/** Reads a style preference for questions and cards: kinds of facts, difficulty, and topics of the material by their words. */
export function itemPreferencesOf(preference: string | undefined, facts: Facts): ItemPreferences {
  const wish = preference?.trim() ?? '';
  const { wishes, difficultyLevel, problem } = itemStyleOf(wish);
  // The name of a style of guides is a word that topics may have, too.
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
