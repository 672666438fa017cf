import type { Citation, QuizOption } from '@lectern/contracts';
import type { Distractor, DraftQuestion } from './StudyContentEngine.ts';
import { mean } from './text/collections.ts';

/** A question as stored, with its options in display order. */
export interface ShuffledQuestion {
  question: string;
  options: QuizOption[];
  explanation: string;
  topic: string;
  concept: string;
  source: Citation;
}

const numberOf = (text: string): number => Number((/\d[\d,]*(?:\.\d+)?/.exec(text)?.[0] ?? '').replaceAll(',', '') || Number.NaN);

/** Whether every option is a quantity, such as "2 kg" or "£1,000". */
export const areNumeric = (texts: string[]): boolean =>
  texts.every((text) => /^[^\p{L}\d]{0,2}\d[\d.,]*\s*(?:%|\p{L}[\p{L}\s°/]{0,24})?$/u.test(text.trim()) && !Number.isNaN(numberOf(text)));

/** Mixes the answer with its distractors: sorted by size if all are quantities, otherwise shuffled. */
export function shuffleOptions(draft: DraftQuestion, random: () => number): ShuffledQuestion {
  const options: QuizOption[] = [
    { text: draft.answer, isCorrect: true, rationale: draft.answerRationale },
    ...draft.distractors.map(({ text, rationale }) => ({ text, isCorrect: false, rationale })),
  ];
  if (areNumeric(options.map(({ text }) => text))) options.sort((left, right) => numberOf(left.text) - numberOf(right.text));
  else
    for (let last = options.length - 1; last > 0; last -= 1) {
      const other = Math.min(last, Math.floor(random() * (last + 1)));
      const [from, to] = [options[last], options[other]];
      if (from && to) [options[last], options[other]] = [to, from];
    }
  const { question, explanation, topic, concept, source } = draft;
  return { question, options, explanation, topic, concept, source };
}

const maxDistractors = 3;

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
  const uneven = Math.abs(Math.log((answer.length + 4) / (mean(distractors.map(({ text }) => text.length)) + 4)));
  return uneven * 2 + distractors.filter(({ text }) => formOf(text) !== formOf(answer)).length / distractors.length;
}

/** The answer's rank by length. */
const rankIn = (answer: string, distractors: readonly Distractor[]): number =>
  distractors.filter(({ text }) => text.length < answer.length).length;

/** Variants with one of four distractors removed, best first. They fit the answer in form and give its length a random rank. */
export function withThreeDistractors(draft: DraftQuestion, random: () => number): DraftQuestion[] {
  const { answer, distractors } = draft;
  if (distractors.length <= maxDistractors) return [draft];
  const four = distractors.slice(0, maxDistractors + 1);
  const rank = Math.floor(random() * (maxDistractors + 1));
  const costOf = (chosen: readonly Distractor[]): number => unlikeness(answer, chosen) + Math.abs(rankIn(answer, chosen) - rank) * 0.3;
  return four
    .map((_, left) => four.toSpliced(left, 1))
    .toSorted((one, other) => costOf(one) - costOf(other))
    .map((chosen) => ({ ...draft, distractors: chosen }));
}
