import type { DifficultyLevel, MaterialSource, Quiz, QuizListItem, QuizQuestion, QuizResults, WeakArea } from '@lectern/contracts';
import { DuplicateKeyError, newId, type DocumentStore } from '@lectern/document-store';
import { DomainError, notFound, type Creation, type Erased, type Page, type Plans, type Quota } from '@lectern/service-kit';
import { quizzesCollection, type QuizDocument } from '../store.ts';
import type { Sources } from './createSources.ts';
import { followSource, type SourceNews } from './followSource.ts';
import { listOwn, type ListQuery } from './listOwn.ts';
import { scoreQuiz } from './scoreQuiz.ts';
import { fewestItems, type StudyContent } from './StudyContent.ts';

export interface QuizzesOptions {
  store: DocumentStore;
  content: StudyContent;
  sources: Sources;
  quota: Quota;
  plans: Plans;
  erased: Erased;
  clock: () => Date;
}

/** How many earlier stems a quiz remembers. */
const stemsKept = 300;

const asListItem = (quiz: QuizDocument): QuizListItem => ({
  _id: quiz._id,
  title: quiz.title,
  description: quiz.description,
  questionCount: quiz.questions.length,
  currentScore: quiz.currentScore,
  running_average: quiz.attempts === 0 ? 0 : Math.round((quiz.scoreSum / quiz.attempts) * 100) / 100,
  attempts: quiz.attempts,
  studyMaterialId: quiz.studyMaterialId,
  studyMaterialTitle: quiz.studyMaterialTitle,
  difficultyLevel: quiz.difficultyLevel,
  stylePreference: quiz.stylePreference,
  generatedBy: quiz.generatedBy,
  createdAt: quiz.createdAt,
});

const asQuiz = (quiz: QuizDocument): Quiz => ({
  ...asListItem(quiz),
  questions: quiz.questions,
  ...(quiz.results && { results: quiz.results }),
  ...(quiz.shortfall && { shortfall: quiz.shortfall }),
  ...(quiz.limitation !== undefined && { limitation: quiz.limitation }),
});

/** Quizzes: every rule of generating, taking and regenerating them. */
export function createQuizzes({ store, content, sources, quota, plans, erased, clock }: QuizzesOptions) {
  const quizzes = store.collection(quizzesCollection);

  /** @throws DomainError `not_found` */
  const own = async (userId: string, id: string): Promise<QuizDocument> => {
    const quiz = await quizzes.get(id);
    if (!quiz || quiz.userId !== userId) throw notFound('Quiz');
    return quiz;
  };

  const withIds = (questions: readonly Omit<QuizQuestion, '_id'>[]): QuizQuestion[] =>
    questions.map((question) => ({ _id: newId(() => clock().getTime()), ...question }));

  const generate = async (material: MaterialSource, options: Parameters<StudyContent['quiz']>[1]) => {
    const made = await content.quiz(material.source, options);
    if (made.questions.length < fewestItems)
      throw new DomainError('too_little_material', 'This study guide has too little material for a quiz. Add more content and try again.');
    return { ...made, questions: withIds(made.questions) };
  };

  /** Changes a quiz by what it is now; two changes at once go one after the other. */
  const change = async (
    userId: string,
    id: string,
    make: (quiz: QuizDocument) => Partial<Omit<QuizDocument, '_id'>>,
  ): Promise<QuizDocument> => {
    for (let round = 0; round < 20; round++) {
      const quiz = await own(userId, id);
      const next = { ...quiz, ...make(quiz), revision: quiz.revision + 1 };
      const changed = await quizzes.upsert(next, { equals: { revision: quiz.revision } });
      if (changed) return changed;
    }
    throw new DomainError('conflict', 'This quiz is being changed elsewhere. Please try again.');
  };

  return {
    async generate(
      userId: string,
      body: { studyMaterialId: string; stylePreference?: string | null | undefined },
      { newId: id, resumed }: Creation,
      requestId: string,
    ): Promise<Quiz> {
      if (resumed) {
        const made = await quizzes.get(id);
        if (made?.userId === userId) return asQuiz(made);
      }
      const plan = await plans.planOf(userId);
      const limit = plan.limits.quizzes;
      return quota.create(
        {
          thing: 'quizzes',
          userId,
          id,
          limit,
          message: `You've reached your limit of ${limit} quizzes. Upgrade to premium for unlimited quizzes.`,
        },
        async () => {
          const material = await sources.read(userId, body.studyMaterialId, requestId);
          const stylePreference = body.stylePreference || undefined;
          const made = await generate(material, { count: plan.questionsAsked, stylePreference });
          const title = `Quiz: ${material.title}`.slice(0, 200);
          const description = `${made.questions.length} questions on ${material.title}`;
          const quiz: QuizDocument = {
            _id: id,
            userId,
            title,
            description,
            searchText: `${title}\n${description}`,
            questions: made.questions,
            difficultyLevel: 'medium',
            stylePreference: stylePreference ?? null,
            generatedBy: content.generatedBy,
            ...(made.limitation !== undefined && { limitation: made.limitation }),
            ...(made.shortfall && { shortfall: made.shortfall }),
            currentScore: 0,
            attempts: 0,
            scoreSum: 0,
            revision: 1,
            askedStems: made.questions.map((question) => question.question),
            createdAt: clock().toISOString(),
            studyMaterialId: material._id,
            studyMaterialTitle: material.title,
            studyMaterialVersion: 0,
            isSourceDeleted: false,
          };
          try {
            await quizzes.insert(quiz);
          } catch (error) {
            // An interrupted try had come this far already.
            if (!(error instanceof DuplicateKeyError)) throw error;
          }
          // The account may have been deleted while the engine worked: nothing of it may come back.
          if (await erased.has(userId)) {
            await quizzes.deleteWhere('byUser', { userId });
            throw new DomainError('unauthenticated', 'This account was deleted.');
          }
          return asQuiz(quiz);
        },
      );
    },

    async list(userId: string, query: ListQuery): Promise<Page<QuizListItem>> {
      const page = await listOwn<QuizDocument>(quizzes as never, userId, query);
      return { ...page, items: page.items.map(asListItem) };
    },

    get: async (userId: string, id: string): Promise<Quiz> => asQuiz(await own(userId, id)),

    /** Scores an attempt; the best and the mean of all attempts are kept. Weak areas are for premium learners. */
    async submit(userId: string, id: string, answers: readonly string[]): Promise<QuizResults> {
      const { canRegenerate: isPremium } = await plans.planOf(userId);
      let results: QuizResults | undefined;
      await change(userId, id, (quiz) => {
        results = scoreQuiz(quiz.questions, answers, isPremium);
        return {
          results,
          currentScore: Math.max(quiz.currentScore, results.score),
          attempts: quiz.attempts + 1,
          scoreSum: quiz.scoreSum + results.score,
        };
      });
      if (!results) throw notFound('Quiz');
      return results;
    },

    async remove(userId: string, id: string): Promise<{ _id: string }> {
      await own(userId, id);
      if (!(await quota.remove({ thing: 'quizzes', userId, id }, () => quizzes.delete(id)))) throw notFound('Quiz');
      return { _id: id };
    },

    /** New questions on the weak areas; the number, the best score and the attempts stay. */
    async regenerate(
      userId: string,
      id: string,
      body: {
        studyMaterialId?: string | undefined;
        weakAreas?: WeakArea[] | undefined;
        questionCount?: number | undefined;
        difficultyLevel?: DifficultyLevel | undefined;
      },
      requestId: string,
    ): Promise<Quiz> {
      const quiz = await own(userId, id);
      if (body.studyMaterialId !== undefined && body.studyMaterialId !== quiz.studyMaterialId)
        throw new DomainError('invalid', 'This quiz belongs to another study guide.', {
          errors: [{ path: 'studyMaterialId', message: 'Not the guide of this quiz' }],
        });
      if (!(await plans.planOf(userId)).canRegenerate)
        throw new DomainError('premium_required', 'New questions are part of Premium. Upgrade to regenerate this quiz.');
      const material = await sources.readAgain(userId, quiz, 'quiz', requestId);
      const difficultyLevel = body.difficultyLevel ?? quiz.difficultyLevel;
      const made = await generate(material, {
        count: body.questionCount ?? quiz.shortfall?.asked ?? quiz.questions.length,
        stylePreference: quiz.stylePreference ?? undefined,
        difficultyLevel,
        weakAreas: body.weakAreas ?? [],
        avoidStems: quiz.askedStems,
      });
      const changed = await change(userId, id, ({ results: _results, shortfall: _shortfall, limitation: _limitation, ...kept }) => ({
        ...kept,
        results: undefined,
        shortfall: made.shortfall,
        limitation: made.limitation,
        questions: made.questions,
        difficultyLevel,
        generatedBy: content.generatedBy,
        description: `${made.questions.length} questions on ${kept.studyMaterialTitle}`,
        askedStems: [...kept.askedStems, ...made.questions.map((question) => question.question)].slice(-stemsKept),
      }));
      return asQuiz(changed);
    },

    exists: async (id: string): Promise<boolean> => (await quizzes.get(id)) !== undefined,

    /** Takes over the guide's new title, or that it is gone. */
    sourceChanged: (userId: string, studyMaterialId: string, news: SourceNews): Promise<void> =>
      followSource<QuizDocument>(quizzes as never, userId, studyMaterialId, news),

    async eraseAll(userId: string): Promise<void> {
      await quizzes.deleteWhere('byUser', { userId });
    },
  };
}
export type Quizzes = ReturnType<typeof createQuizzes>;
