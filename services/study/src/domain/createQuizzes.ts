import {
  Quiz,
  QuizListItem,
  sizes,
  titleFrom,
  type DifficultyLevel,
  type MaterialSource,
  type QuestionEdit,
  type QuizQuestion,
  type QuizResults,
  type Report,
  type WeakArea,
} from '@lectern/contracts';
import { newId, type DocumentStore } from '@lectern/document-store';
import {
  DomainError,
  pick,
  type ContentMetrics,
  type Creation,
  type DeletedAccounts,
  type Log,
  type Page,
  type Plans,
  type Quota,
} from '@lectern/service-kit';
import { largeQuizFields, quizzesCollection, type QuizDocument } from '../store.ts';
import { addUsage } from './addUsage.ts';
import { createOwnedResources, wasApplied } from './createOwnedResources.ts';
import type { Sources } from './createSources.ts';
import { editQuestion, rightOption } from './editQuestion.ts';
import { asReported, itemOf, thanks, withItem, withoutItem } from './items.ts';
import type { ListQuery } from './listOwn.ts';
import type { Outline } from './OwnedResource.ts';
import { scoreQuiz } from './scoreQuiz.ts';
import { fewestItems, type StudyContent } from './StudyContent.ts';

export interface QuizzesOptions {
  store: DocumentStore;
  content: StudyContent;
  contentMetrics: Pick<ContentMetrics, 'reported'>;
  sources: Sources;
  quota: Quota;
  plans: Plans;
  deletedAccounts: DeletedAccounts;
  log: Log;
  clock: () => Date;
}

/** The most earlier stems that a quiz remembers. */
const stemsKept = 300;

/** The most scores that a quiz keeps for the progress chart. */
const scoresKept = 20;

const remembered = (stems: readonly string[], added: readonly string[]): string[] =>
  [...stems, ...added.filter((stem) => !stems.includes(stem))].slice(-stemsKept);

const descriptionOf = (count: number, title: string): string => `${count} ${count === 1 ? 'question' : 'questions'} on ${title}`;

const runningAverage = ({ attempts, scoreSum }: Pick<QuizDocument, 'attempts' | 'scoreSum'>): number =>
  attempts === 0 ? 0 : Math.round((scoreSum / attempts) * 100) / 100;

const asListItem = (quiz: Outline<QuizDocument, (typeof largeQuizFields)[number]>): QuizListItem =>
  pick(QuizListItem, { ...quiz, questionCount: quiz.itemCount, running_average: runningAverage(quiz) });

const asQuiz = (quiz: QuizDocument): Quiz =>
  pick(Quiz, { ...quiz, questionCount: quiz.questions.length, running_average: runningAverage(quiz) });

/** Rules of quizzes: generating, taking and regenerating them. */
export function createQuizzes({ store, content, contentMetrics, sources, quota, plans, deletedAccounts, log, clock }: QuizzesOptions) {
  const own = createOwnedResources<QuizDocument, (typeof largeQuizFields)[number]>({
    things: store.collection(quizzesCollection),
    large: largeQuizFields,
    itemsOf: ({ questions }) => questions,
    quota,
    deletedAccounts,
    counted: 'quizzes',
    name: 'quiz',
  });

  const withIds = (questions: readonly Omit<QuizQuestion, '_id'>[]): QuizQuestion[] =>
    questions.map((question) => ({ _id: newId(() => clock().getTime()), ...question }));

  const generate = async (userId: string, material: MaterialSource, options: Parameters<StudyContent['quiz']>[2]) => {
    const made = await content.quiz(userId, material.source, options);
    if (made.questions.length < fewestItems)
      throw new DomainError('too_little_material', 'This study guide has too little material for a quiz. Add more content and try again.');
    return { ...made, questions: withIds(made.questions) };
  };

  return {
    async generate(
      userId: string,
      body: { studyMaterialId: string; stylePreference?: string | null | undefined },
      creation: Creation,
      requestId: string,
    ): Promise<Quiz> {
      const plan = await plans.planOf(userId);
      const limit = plan.limits.quizzes;
      const message = `You've reached your limit of ${limit} quizzes. Upgrade to premium for unlimited quizzes.`;
      const quiz = await own.create({ userId, creation, limit, message }, async () => {
        const material = await sources.read(userId, body.studyMaterialId, requestId);
        const stylePreference = body.stylePreference || undefined;
        const made = await generate(userId, material, { count: plan.questionsAsked, stylePreference });
        return {
          title: titleFrom(`Quiz: ${material.title}`, sizes.title, 'Quiz'),
          description: descriptionOf(made.questions.length, material.title),
          questions: made.questions,
          difficultyLevel: 'medium',
          stylePreference: stylePreference ?? null,
          generatedBy: content.generatedBy,
          ...(made.usage && { usage: [made.usage] }),
          ...(made.limitation !== undefined && { limitation: made.limitation }),
          ...(made.shortfall && { shortfall: made.shortfall }),
          currentScore: 0,
          attempts: 0,
          scoreSum: 0,
          recentScores: [],
          askedStems: made.questions.map((question) => question.question),
          createdAt: clock().toISOString(),
          studyMaterialId: material._id,
          studyMaterialTitle: material.title,
          studyMaterialVersion: 0,
          isSourceDeleted: false,
        };
      });
      return asQuiz(quiz);
    },

    async list(userId: string, query: ListQuery, signal?: AbortSignal): Promise<Page<QuizListItem>> {
      const page = await own.list(userId, query, signal);
      return { ...page, items: page.items.map(asListItem) };
    },

    get: async (userId: string, id: string): Promise<Quiz> => asQuiz(await own.get(userId, id)),

    /** Scores an attempt. The best score, the mean and the latest scores are kept. Weak areas are for premium learners. */
    async submit(userId: string, id: string, answers: readonly string[], creation: Creation): Promise<QuizResults> {
      const { canRegenerate: isPremium } = await plans.planOf(userId);
      let results: QuizResults | undefined;
      const kept = await own.change(
        userId,
        id,
        (quiz) => {
          results = scoreQuiz(quiz.questions, answers, isPremium);
          return {
            results,
            currentScore: Math.max(quiz.currentScore, results.score),
            attempts: quiz.attempts + 1,
            scoreSum: quiz.scoreSum + results.score,
            recentScores: [...quiz.recentScores, results.score].slice(-scoresKept),
          };
        },
        creation,
      );
      // An interrupted attempt had stored this already; the same answers have the same results.
      return results ?? scoreQuiz(kept.questions, answers, isPremium);
    },

    remove: own.remove,

    /** Replaces the questions by new ones on the weak areas. Their number, the best score and the attempts stay. */
    async regenerate(
      userId: string,
      id: string,
      body: {
        studyMaterialId?: string | undefined;
        weakAreas?: WeakArea[] | undefined;
        questionCount?: number | undefined;
        difficultyLevel?: DifficultyLevel | undefined;
      },
      creation: Creation,
      requestId: string,
    ): Promise<Quiz> {
      const quiz = await own.get(userId, id);
      if (wasApplied(quiz, creation)) return asQuiz(quiz);
      if (body.studyMaterialId !== undefined && body.studyMaterialId !== quiz.studyMaterialId)
        throw new DomainError('conflict', 'This quiz belongs to another study guide.', {
          errors: [{ path: 'studyMaterialId', message: 'Not the guide of this quiz' }],
        });
      if (!(await plans.planOf(userId)).canRegenerate)
        throw new DomainError('premium_required', 'New questions are part of Premium. Upgrade to regenerate this quiz.');
      const material = await sources.readAgain(userId, quiz, 'quiz', requestId);
      const difficultyLevel = body.difficultyLevel ?? quiz.difficultyLevel;
      const made = await generate(userId, material, {
        count: body.questionCount ?? quiz.shortfall?.asked ?? quiz.questions.length,
        stylePreference: quiz.stylePreference ?? undefined,
        difficultyLevel,
        weakAreas: body.weakAreas ?? [],
        avoidStems: quiz.askedStems,
      });
      const changed = await own.change(
        userId,
        id,
        (kept) => ({
          results: undefined,
          shortfall: made.shortfall,
          limitation: made.limitation,
          questions: made.questions,
          difficultyLevel,
          generatedBy: content.generatedBy,
          description: descriptionOf(made.questions.length, kept.studyMaterialTitle),
          askedStems: remembered(
            kept.askedStems,
            made.questions.map((question) => question.question),
          ),
          usage: addUsage(kept.usage, made.usage),
        }),
        creation,
      );
      return asQuiz(changed);
    },

    /** Stores the learner's version of a question. Both wordings count as asked. */
    async updateQuestion(userId: string, id: string, questionId: string, edit: QuestionEdit): Promise<Quiz> {
      const changed = await own.change(userId, id, (quiz) => {
        const question = itemOf(quiz.questions, questionId, 'question');
        const next = editQuestion(question, edit);
        return {
          questions: withItem(quiz.questions, next),
          askedStems: remembered(quiz.askedStems, [next.question]),
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
        return { questions, results: undefined, description: descriptionOf(questions.length, quiz.studyMaterialTitle) };
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

    exists: own.exists,
    sourceChanged: own.sourceChanged,
    eraseAll: own.eraseAll,
  };
}
export type Quizzes = ReturnType<typeof createQuizzes>;
