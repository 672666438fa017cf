import type { Source } from '@lectern/contracts';
import type { QuizOptions } from '../../StudyContentEngine.ts';
import { looksApplied } from '../../text/appliedQuestions.ts';
import type { QuestionAnswer } from './answers.ts';

/** Options of a quiz of which every question may have to go beyond recall. */
export interface AppliedOptions extends QuizOptions {
  isAppliedOnly?: boolean;
}

/** Whether a question goes beyond recall: by what the model says, and in English by its form too. */
export const isApplied = ({ language }: Source, { level, question }: QuestionAnswer): boolean =>
  level !== 'recall' && (!language.startsWith('en') || looksApplied(question));
