import type { QuizQuestion, QuizResults, WeakArea } from '@lectern/contracts';
import { DomainError } from '@lectern/service-kit';

/**
 * Scores the texts of chosen options, in question order. Weak areas are the distinct topics of the missed questions.
 *
 * @throws DomainError `invalid` if a question is unanswered or an answer is not one of its options
 */
export function scoreQuiz(questions: readonly QuizQuestion[], answers: readonly string[], withWeakAreas: boolean): QuizResults {
  if (answers.length !== questions.length || answers.some((answer) => answer === ''))
    throw new DomainError('invalid', 'Please answer all questions before submitting');
  const weakAreas: WeakArea[] = [];
  let correctAnswers = 0;
  for (const [index, question] of questions.entries()) {
    const chosen = question.options.find((option) => option.text === answers[index]);
    if (!chosen)
      throw new DomainError('invalid', `Answer ${index + 1} is not one of the options.`, {
        errors: [{ path: `answers.${index}`, message: 'Not one of the options' }],
      });
    if (chosen.isCorrect) correctAnswers += 1;
    else if (withWeakAreas && !weakAreas.some((area) => area.topic === question.topic && area.concept === question.concept))
      weakAreas.push({ topic: question.topic, concept: question.concept });
  }
  return { score: Math.round((correctAnswers / questions.length) * 100), totalQuestions: questions.length, correctAnswers, weakAreas };
}
