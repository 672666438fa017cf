import type { QuestionEdit, QuizQuestion } from '@lectern/contracts';
import { DomainError } from '@lectern/service-kit';

/**
 * A question as the learner wrote it. An option that still says the same, and is as right or wrong as before, keeps why it is so; of
 * any other the former reason may be false.
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

/** Which option is right, counted from 0. */
export const rightOption = ({ options }: QuizQuestion): number => options.findIndex((option) => option.isCorrect);
