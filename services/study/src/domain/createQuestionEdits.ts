import type { QuestionEdit, Quiz, QuizQuestion, Report } from '@lectern/contracts';
import type { ContentMetrics, Log } from '@lectern/service-kit';
import { editQuestion, rightOption } from './editQuestion.ts';
import { asReported, itemOf, thanks, withItem, withoutItem } from './items.ts';
import { asQuiz, quizDescription, rememberedStems, type OwnedQuizzes } from './quizDocument.ts';

export interface QuestionEditsDependencies {
  own: OwnedQuizzes;
  contentMetrics: Pick<ContentMetrics, 'reported'>;
  log: Log;
  clock: () => Date;
}

/** Changes of single questions by the learner. */
export const createQuestionEdits = ({ own, contentMetrics, log, clock }: QuestionEditsDependencies) => ({
  /** Stores the learner's version of a question. Both wordings count as asked. */
  async updateQuestion(userId: string, id: string, questionId: string, edit: QuestionEdit): Promise<Quiz> {
    const changed = await own.change(userId, id, (quiz) => {
      const question = itemOf(quiz.questions, questionId, 'question');
      const next = editQuestion(question, edit);
      return {
        questions: withItem(quiz.questions, next),
        askedStems: rememberedStems(quiz.askedStems, [next.question]),
        // With another right option the latest results would be wrong.
        ...(rightOption(next) !== rightOption(question) && { results: undefined }),
      };
    });
    return asQuiz(changed);
  },

  /** Removes a question. It counts as asked, so that it does not come back. Scores stay, the latest results are dropped. */
  async removeQuestion(userId: string, id: string, questionId: string): Promise<{ _id: string }> {
    await own.change(userId, id, (quiz) => {
      const { _id } = itemOf(quiz.questions, questionId, 'question');
      const questions = withoutItem(quiz.questions, _id, 'question');
      return { questions, results: undefined, description: quizDescription(questions.length, quiz.studyMaterialTitle) };
    });
    return { _id: questionId };
  },

  /** Stores a learner's report about a question, and counts it once. */
  async reportQuestion(userId: string, id: string, questionId: string, report: Report, requestId: string): Promise<{ message: string }> {
    let before: QuizQuestion | undefined;
    const { generatedBy } = await own.change(userId, id, (quiz) => {
      before = itemOf(quiz.questions, questionId, 'question');
      return { questions: withItem(quiz.questions, asReported(before, report, clock())) };
    });
    if (!before?.reported) contentMetrics.reported('question', report.reason, before?.generatedBy ?? generatedBy);
    log('info', 'question.reported', { requestId, quizId: id, questionId, reason: report.reason });
    return thanks;
  },
});
