import type { NewQuestion, QuizQuestion } from '@lectern/contracts';
import { DomainError } from '@lectern/service-kit';
import { isWritten } from './quizDocument.ts';

/**
 * Applies a learner's edit to a question. Unchanged options keep their rationales; changed options lose them, because they may no longer be
 * correct.
 *
 * @throws DomainError `invalid` for another number of options, and for a generated question without its explanation
 */
export function editQuestion(question: QuizQuestion, { explanation = '', ...edit }: NewQuestion): QuizQuestion {
  const count = question.options.length;
  if (edit.options.length !== count)
    throw new DomainError('invalid', `This question has ${count} options.`, {
      errors: [{ path: 'options', message: `There must be ${count} options` }],
    });
  if (explanation === '' && !isWritten(question))
    throw new DomainError('invalid', 'An explanation is needed', {
      errors: [{ path: 'explanation', message: 'An explanation is needed' }],
    });
  return {
    ...question,
    question: edit.question,
    explanation,
    options: edit.options.map(({ text, isCorrect }) => {
      const before = question.options.find((option) => option.text.trim() === text && option.isCorrect === isCorrect);
      return before ?? { text, isCorrect, rationale: '' };
    }),
    edited: true,
  };
}
