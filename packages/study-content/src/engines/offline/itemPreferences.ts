import type { DifficultyLevel } from '@lectern/contracts';
import { namedStyle } from '../../styles/guideStyles.ts';
import { contentStems, shared } from '../../text/words.ts';
import type { Fact, Facts } from './facts/Fact.ts';

/** A learner's preference for a quiz or deck, as far as it affects the choice of facts. */
export interface ItemPreferences {
  /** What is added to the quality of a fact's items, in log-odds; 0 when the preference does not concern it. */
  boost(fact: Fact): number;
  difficultyLevel?: DifficultyLevel;
  /** The part of the preference that cannot be followed, as a sentence. */
  limitation?: string;
}

const hardFacts: ReadonlySet<Fact['type']> = new Set(['clause', 'cell', 'answered']);

/** What a difficulty adds to the quality of a fact's items, in log-odds: definitions are easy, reasons and comparisons are hard. */
export const difficultyBoost = (level: DifficultyLevel | undefined, { type }: Fact): number =>
  (level === 'hard' && hardFacts.has(type)) || (level === 'easy' && type === 'definition') ? 0.6 : 0;

const kinds: readonly [pattern: RegExp, types: readonly Fact['type'][]][] = [
  [/\b(definitions?|terms?|terminology|vocabulary|glossary|key ?words?|concepts?)\b/i, ['definition', 'acronym']],
  [/\b(numbers?|figures|dates?|years?|values?|dos(es|ages?)|statistics)\b/i, ['quantity']],
  [/\b(tables?|compar(e|isons?|ing)|contrasts?)\b/i, ['cell', 'description']],
  [/\b(case law|cases|holdings?|courts?|rulings?)\b/i, ['answered']],
  [/\b(steps?|sequences?|process(es)?|order|timeline|phases|stages)\b/i, ['list']],
  [/\b(causes?|reasons?|why|effects?)\b/i, ['answered', 'clause']],
  [/\b(applied|application|nclex|clinical|scenarios?|vignettes?|case[- ]based)\b/i, ['answered']],
  [/\b(abbreviations?|acronyms?)\b/i, ['acronym']],
];
const applied = /\b(nclex|applied|application|case[- ]based|clinical|scenarios?|vignettes?|case stud)/i;
const hard = /\b(hard|harder|difficult|challenging|advanced|tricky)\b/i;
const easy = /\b(easy|easier|simple|basic|beginners?)\b/i;
const idle = contentStems(
  'focus only mostly mainly about please make questions question quiz flashcards cards card style include including want more less short long material slides lecture chapter exam test',
);

/** Reads a style preference for questions and cards: kinds of facts, difficulty, and topics of the material by their words. */
export function itemPreferencesOf(preference: string | undefined, facts: Facts): ItemPreferences {
  const wish = preference?.trim() ?? '';
  if (wish === '' || namedStyle(wish)) return { boost: () => 0 };
  const types = new Set(kinds.flatMap(([pattern, list]) => (pattern.test(wish) ? list : [])));
  const words = new Set([...contentStems(wish)].filter((word) => !idle.has(word)));
  const topics = new Set([...new Set(facts.facts.map(({ topic }) => topic))].filter((topic) => shared(contentStems(topic), words) > 0));
  const difficultyLevel = hard.test(wish) ? 'hard' : easy.test(wish) ? 'easy' : undefined;
  const isUnderstood = types.size > 0 || topics.size > 0 || difficultyLevel !== undefined;
  const shown = wish.length > 120 ? `${wish.slice(0, 117)}…` : wish;
  const limitation = applied.test(wish)
    ? 'The offline engine asks for what the material says: it prefers its rules and reasons, but it cannot invent cases or applied questions.'
    : isUnderstood
      ? undefined
      : `The offline engine could not follow the wish “${shown}”: it chooses by topic, kind of fact and difficulty alone.`;
  return {
    boost: ({ type, topic }) => (types.has(type) ? 1.2 : 0) + (topics.has(topic) ? 2.4 : 0),
    ...(difficultyLevel && { difficultyLevel }),
    ...(limitation !== undefined && { limitation }),
  };
}
