import { sizes, type NewQuestion, type Quiz, type QuizQuestion, type Report } from '@lectern/contracts';
import type { ContentMetrics, Creation, Log, Plans } from '@lectern/service-kit';
import type { QuizDocument } from '../store.ts';
import { editQuestion, rightOption } from './editQuestion.ts';
import { asReported, countChange, itemOf, requireRoom, thanks, withItem } from './items.ts';
import { asQuiz, descriptionWith, rememberedStems, type OwnedQuizzes } from './quizDocument.ts';
import { writtenQuestion } from './writtenQuestion.ts';

export interface QuestionEditsDependencies {
  own: OwnedQuizzes;
  contentMetrics: Pick<ContentMetrics, 'reported' | 'changed'>;
  plans: Plans;
  log: Log;
  clock: () => Date;
}

/** A learner's title and description of a quiz. Absent fields stay as they are. */
export interface QuizEdit {
  title?: string | undefined;
  description?: string | undefined;
}

/** Changes of quizzes and single questions by the learner. */
export const createQuestionEdits = ({ own, contentMetrics, plans, log, clock }: QuestionEditsDependencies) => ({
  async update(userId: string, id: string, { title, description }: QuizEdit): Promise<Quiz> {
    const changed = await own.change(userId, id, () => ({
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description, isDescriptionOwn: true }),
    }));
    return asQuiz(changed, clock());
  },

  /**
   * Adds a question that the learner wrote. It counts as asked. Scores and the latest results stay.
   * @throws DomainError `limit_reached` for more questions than the plan has, `conflict` for more than any quiz has
   */
  async addQuestion(userId: string, id: string, draft: NewQuestion, creation: Creation): Promise<QuizQuestion> {
    const { questionLimit } = await plans.planOf(userId);
    const addOne = (quiz: QuizDocument) => {
      const questions = [...quiz.questions, writtenQuestion(draft, quiz, creation.newId)];
      requireRoom(questions.length, { name: 'question', limit: questionLimit, most: sizes.questions });
      return {
        questions,
        description: descriptionWith(quiz, questions.length),
        askedStems: rememberedStems(quiz.askedStems, [draft.question]),
      };
    };
    const { questions } = await own.change(userId, id, addOne, creation);
    return itemOf(questions, creation.newId, 'question');
  },

  /** Stores the learner's version of a question. Both wordings count as asked. */
  async updateQuestion(userId: string, id: string, questionId: string, edit: NewQuestion): Promise<Quiz> {
    let before: QuizQuestion | undefined;
    const changed = await own.change(userId, id, (quiz) => {
      const question = (before = itemOf(quiz.questions, questionId, 'question'));
      const next = editQuestion(question, edit);
      return {
        questions: withItem(quiz.questions, next),
        askedStems: rememberedStems(quiz.askedStems, [next.question]),
        // With another right option the latest results would be wrong.
        ...(rightOption(next) !== rightOption(question) && { results: undefined }),
      };
    });
    countChange(contentMetrics, 'question', 'edited', before, changed.generatedBy);
    return asQuiz(changed, clock());
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
