import { sizes, type QuizQuestion } from '@lectern/contracts';
import { notFound, type ContentMetrics } from '@lectern/service-kit';
import { withRestored, type DroppedItems } from './createDroppedItems.ts';
import { countChange, itemOf, requireRoom, withoutItem } from './items.ts';
import { descriptionWith, rememberedStems, type OwnedQuizzes } from './quizDocument.ts';

export interface QuestionRemovalDependencies {
  own: OwnedQuizzes;
  dropped: DroppedItems;
  contentMetrics: Pick<ContentMetrics, 'changed'>;
}

/** Removing questions, and putting dropped ones back. */
export const createQuestionRemoval = ({ own, dropped, contentMetrics }: QuestionRemovalDependencies) => ({
  /**
   * Removes a question. It counts as asked, so that it does not come back in this quiz; a dropped one does not come back in any quiz of its guide.
   * Scores stay, the latest results are deleted.
   */
  async removeQuestion(userId: string, id: string, questionId: string, reason?: 'dropped'): Promise<{ _id: string }> {
    if (reason === 'dropped') {
      const { questions: items, studyMaterialId, generatedBy } = await own.get(userId, id);
      const question = itemOf(items, questionId, 'question');
      withoutItem(items, questionId, 'question');
      await dropped.remember(userId, { kind: 'question', parentId: id, studyMaterialId, items }, question);
      countChange(contentMetrics, 'question', 'dropped', question, generatedBy);
    }
    await own.change(userId, id, (quiz) => {
      const { _id } = itemOf(quiz.questions, questionId, 'question');
      const questions = withoutItem(quiz.questions, _id, 'question');
      return { questions, results: undefined, description: descriptionWith(quiz, questions.length) };
    });
    return { _id: questionId };
  },

  /** Puts a dropped question back into its place. @throws DomainError `not_found`, `conflict` for a full quiz */
  async restoreQuestion(userId: string, id: string, questionId: string): Promise<QuizQuestion> {
    const { question, place } = await dropped.get(userId, id, questionId);
    if (!question) throw notFound('Question');
    await own.change(userId, id, (quiz) => {
      const questions = withRestored(quiz.questions, question, place);
      requireRoom(questions.length, { name: 'question', limit: undefined, most: sizes.questions });
      return {
        questions,
        description: descriptionWith(quiz, questions.length),
        askedStems: rememberedStems(quiz.askedStems, [question.question]),
      };
    });
    await dropped.forget(userId, questionId);
    return question;
  },
});
