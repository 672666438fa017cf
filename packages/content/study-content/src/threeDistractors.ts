import type { Distractor, DraftQuestion } from './StudyContentEngine.ts';

const mostDistractors = 3;

/** How a text begins and ends: options that do it alike look alike. */
const formOf = (text: string): string =>
  [
    /^\p{Lu}/u.test(text),
    /^(?:an?|the|to|by|because)\s/i.exec(text)?.[0].toLowerCase(),
    /\d/.test(text),
    text.trim().split(/\s+/).length > 3,
  ].join();

/** How unlike an answer some distractors are: by their lengths and forms. */
function unlikeness(answer: string, distractors: readonly Distractor[]): number {
  const mean = distractors.reduce((sum, { text }) => sum + text.length, 0) / Math.max(1, distractors.length);
  const uneven = Math.abs(Math.log((answer.length + 4) / (mean + 4)));
  return uneven * 2 + distractors.filter(({ text }) => formOf(text) !== formOf(answer)).length / distractors.length;
}

/** How many of some distractors are shorter than an answer. */
const rankIn = (answer: string, distractors: readonly Distractor[]): number =>
  distractors.filter(({ text }) => text.length < answer.length).length;

/**
 * The ways to leave one out of four distractors, best first: those whose lengths and forms fit the answer, and in which the answer has a randomly drawn
 * rank by length, so that its length does not give it away. A question with three or fewer as it is.
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
