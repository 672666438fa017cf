import type { Source } from '@lectern/contracts';
import type { DraftQuestion, QuizOptions } from '../../StudyContentEngine.ts';
import { appliedOf, asksForApplied, looksApplied } from '../../text/appliedQuestions.ts';
import type { QuestionAnswer } from './answers.ts';
import { EngineError } from './EngineError.ts';

/** Options of a quiz of which every question may have to go beyond recall. */
export interface AppliedOptions extends QuizOptions {
  isAppliedOnly?: boolean;
}

/** Whether a question goes beyond recall: by what the model says, and in English by its form too. */
export const isApplied = ({ language }: Source, { level, question }: QuestionAnswer): boolean =>
  level !== 'recall' && (!language.startsWith('en') || looksApplied(question));

/**
 * Asks once more where a learner wishes for questions beyond recall and too few are, for as many as are missing. They take the place of others,
 * evenly. Where the model fails or gives none, the first questions stay, and the learner is told how many there are.
 *
 * @param makeMore - Asks the model for so many questions.
 */
export async function completeApplied(
  made: DraftQuestion[],
  options: QuizOptions,
  makeMore: (options: AppliedOptions, count: number) => Promise<DraftQuestion[]>,
): Promise<DraftQuestion[]> {
  const recall = made.filter((draft) => !draft.isApplied);
  const missing = appliedOf(made.length) - (made.length - recall.length);
  if (!asksForApplied(options) || missing <= 0) return made;
  const avoidStems = [...(options.avoidStems ?? []), ...made.map(({ question }) => question)];
  try {
    const more = (await makeMore({ ...options, avoidStems, isAppliedOnly: true }, missing)).filter((draft) => draft.isApplied);
    const replaced = new Set(more.map((_, index) => recall[Math.floor(((index + 0.5) * recall.length) / more.length)]));
    return [...made.filter((draft) => !replaced.has(draft)), ...more];
  } catch (error) {
    if (error instanceof EngineError) return made;
    throw error;
  }
}
