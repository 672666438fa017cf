import type { Distractor, DraftQuestion } from './StudyContentEngine.ts';

const mostDistractors = 3;

/** Options with the same form look alike. */
const formOf = (text: string): string =>
  [
    /^\p{Lu}/u.test(text),
    /^(?:an?|the|to|by|because)\s/i.exec(text)?.[0].toLowerCase(),
    /\d/.test(text),
    text.trim().split(/\s+/).length > 3,
  ].join();

/** How much distractors differ from the answer in length and form. */
function unlikeness(answer: string, distractors: readonly Distractor[]): number {
  const mean = distractors.reduce((sum, { text }) => sum + text.length, 0) / Math.max(1, distractors.length);
  const uneven = Math.abs(Math.log((answer.length + 4) / (mean + 4)));
  return uneven * 2 + distractors.filter(({ text }) => formOf(text) !== formOf(answer)).length / distractors.length;
}

/** The answer's rank by length. */
const rankIn = (answer: string, distractors: readonly Distractor[]): number =>
  distractors.filter(({ text }) => text.length < answer.length).length;

/**
 * Variants with one of four distractors removed, best first. Prefers distractors with the length and form of the answer, and a randomly
 * drawn rank for the answer's length so that length does not give it away. Questions with up to three distractors are returned unchanged.
 */
export function withThreeDistractors(draft: DraftQuestion, random: () => number): DraftQuestion[] {
  const { answer, distractors } = draft;
  if (distractors.length <= mostDistractors) return [draft];
  const four = distractors.slice(0, mostDistractors + 1);
  const rank = Math.floor(random() * (mostDistractors + 1));
  const costOf = (chosen: readonly Distractor[]): number => unlikeness(answer, chosen) + Math.abs(rankIn(answer, chosen) - rank) * 0.3;
  return four
    .map((_, left) => four.toSpliced(left, 1))
    .toSorted((one, other) => costOf(one) - costOf(other))
    .map((chosen) => ({ ...draft, distractors: chosen }));
}
