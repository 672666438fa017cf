import { namedGuideStyle } from './guideStyle.ts';
import { embeddedEngine, quotedStyle } from './quotedStyle.ts';

/** The kinds of facts that a preference can request. */
export const factWishes = [
  ['definitions', /\b(definitions?|terms?|terminology|vocabulary|glossary|key ?words?|concepts?)\b/i],
  ['rulings', /\b(case law|cases|holdings?|courts?|rulings?)\b/i],
  ['sequences', /\b(steps?|sequences?|process(es)?|order|timeline|phases|stages)\b/i],
  ['acronyms', /\b(abbreviations?|acronyms?)\b/i],
] as const;
export type FactWish = (typeof factWishes)[number][0];

const applied = /\b(nclex|applied|application|case[- ]based|clinical|scenarios?|vignettes?|case stud)/i;
const hard = /\b(hard|harder|difficult|challenging|advanced|tricky)\b/i;
const easy = /\b(easy|easier|simple|basic|beginners?)\b/i;

/** The parts of a style preference for questions or cards that the embedded engine understands. */
export interface ItemStyle {
  wishes: ReadonlySet<FactWish>;
  difficultyLevel: 'easy' | 'hard' | undefined;
  /**
   * The part that the engine cannot follow. `applied`: it cannot invent cases. `guide`: the name of a guide style. `unknown`: free text, which only
   * selects topics of the material. `undefined` if it follows everything.
   */
  problem: 'applied' | 'guide' | 'unknown' | undefined;
}

/** Parses the style preference of questions or cards. */
export const itemStyleOf = (preference: string): ItemStyle => {
  const wishes = new Set(factWishes.flatMap(([wish, pattern]) => (pattern.test(preference) ? [wish] : [])));
  const difficultyLevel = hard.test(preference) ? 'hard' : easy.test(preference) ? 'easy' : undefined;
  const isEmpty = preference.trim() === '';
  if (!isEmpty && namedGuideStyle(preference)) return { wishes: new Set(), difficultyLevel: undefined, problem: 'guide' };
  const isUnderstood = isEmpty || wishes.size > 0 || difficultyLevel !== undefined;
  return { wishes, difficultyLevel, problem: applied.test(preference) ? 'applied' : isUnderstood ? undefined : 'unknown' };
};

/** The reasons, as the end of a sentence. */
const reasons = {
  applied: 'Lectern asks only for what your guide says and cannot make up cases',
  guide: 'it is a style of guides',
  unknown: 'Lectern chooses by topic, kind of fact and difficulty only',
} as const;

/** Returns a sentence about the ignored preference, for after the generation: `“NCLEX-style” could not be followed: …`. */
export const itemStyleLimitation = (preference: string, problem: NonNullable<ItemStyle['problem']>): string =>
  `${quotedStyle(preference)} could not be followed: ${reasons[problem]}.`;

/**
 * Returns a sentence about what the engine will ignore, for before the generation; `undefined` if it follows everything.
 *
 * @param engine its name, as in `generatedBy`; `undefined` if unknown
 */
export const itemStyleNotice = (preference: string, kind: 'quiz' | 'deck', engine: string | undefined): string | undefined => {
  const { problem } = itemStyleOf(preference);
  if (engine !== embeddedEngine || problem === undefined) return undefined;
  const plain = kind === 'quiz' ? 'Your quiz will have plain questions' : 'Your deck will have plain cards';
  return problem === 'unknown'
    ? `${quotedStyle(preference)} cannot be followed beyond the topics of your guide that it names: ${reasons.unknown}. Otherwise, ${plain.replace('Your', 'your')}.`
    : `${quotedStyle(preference)} cannot be followed: ${reasons[problem]}. ${plain}.`;
};
