import type { Citation, QuizOption } from '@lectern/contracts';
import type { DraftQuestion } from './StudyContentEngine.ts';

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
