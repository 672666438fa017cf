import type { QuestionEdit, QuizQuestion } from '@lectern/contracts';
import { DomainError } from '@lectern/service-kit';

/**
 * Applies a learner's edit to a question. Unchanged options keep their rationales; those of changed options are dropped, since they may be
 * wrong now.
 * @throws DomainError `invalid` for another number of options
 */
export function editQuestion(question: QuizQuestion, edit: QuestionEdit): QuizQuestion {
  const count = question.options.length;
  if (edit.options.length !== count)
    throw new DomainError('invalid', `This question has ${count} options.`, {
      errors: [{ path: 'options', message: `Has to be ${count} options` }],
    });
  return {
    ...question,
    question: edit.question,
    explanation: edit.explanation,
    options: edit.options.map(({ text, isCorrect }) => {
      const before = question.options.find((option) => option.text.trim() === text && option.isCorrect === isCorrect);
      return before ?? { text, isCorrect, rationale: '' };
    }),
    edited: true,
  };
}

/** Index of the right option. */
export const rightOption = ({ options }: QuizQuestion): number => options.findIndex((option) => option.isCorrect);
