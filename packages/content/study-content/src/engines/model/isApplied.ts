import type { Source } from '@lectern/contracts';
import type { QuizOptions } from '../../StudyContentEngine.ts';
import { looksApplied } from '../../text/appliedQuestions.ts';
import type { QuestionAnswer } from './answers.ts';

/** Quiz options that may require every question to go beyond recall. */
export interface AppliedOptions extends QuizOptions {
  isAppliedOnly?: boolean;
}

/** Whether a question goes beyond recall: the model says so and, in English, its form does as well. */
export const isApplied = ({ language }: Source, { level, question }: QuestionAnswer): boolean =>
  level !== 'recall' && (!language.startsWith('en') || looksApplied(question));
