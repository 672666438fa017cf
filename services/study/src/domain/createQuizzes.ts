import type { Quiz, QuizListItem, QuizResults } from '@lectern/contracts';
import type { DocumentStore } from '@lectern/document-store';
import type { Creation, DeletedAccounts, Page, Quota } from '@lectern/service-kit';
import { largeQuizFields, quizzesCollection, type QuizDocument } from '../store.ts';
import { createOwnedResources } from './createOwnedResources.ts';
import { createQuestionEdits, type QuestionEditsDependencies } from './createQuestionEdits.ts';
import { createQuizGeneration } from './createQuizGeneration.ts';
import { createQuizRegeneration } from './createQuizRegeneration.ts';
import type { QuizGenerationDependencies } from './makeQuestions.ts';
import type { ListQuery } from './listOwn.ts';
import { asQuiz, asQuizListItem, type LargeQuizField, type OwnedQuizzes } from './quizDocument.ts';
import { scoreQuiz } from './scoreQuiz.ts';

export interface QuizzesOptions extends Omit<QuizGenerationDependencies & QuestionEditsDependencies, 'own'> {
  store: DocumentStore;
  quota: Quota;
  deletedAccounts: DeletedAccounts;
}

/** The most scores that a quiz keeps for the progress chart. */
const scoresKept = 20;

const withResults = (quiz: QuizDocument, results: QuizResults) => ({
  results,
  currentScore: Math.max(quiz.currentScore, results.score),
  attempts: quiz.attempts + 1,
  scoreSum: quiz.scoreSum + results.score,
  recentScores: [...quiz.recentScores, results.score].slice(-scoresKept),
});

/** Rules of quizzes: generating, taking, editing and regenerating them. */
export function createQuizzes(options: QuizzesOptions) {
  const { store, quota, plans, deletedAccounts } = options;
  const own: OwnedQuizzes = createOwnedResources<QuizDocument, LargeQuizField>({
    resources: store.collection(quizzesCollection),
    large: largeQuizFields,
    itemsOf: ({ questions }) => questions,
    quota,
    deletedAccounts,
    counted: 'quizzes',
    name: 'quiz',
  });

  return {
    ...createQuizGeneration({ own, ...options }),
    ...createQuizRegeneration({ own, ...options }),
    ...createQuestionEdits({ own, ...options }),

    async list(userId: string, query: ListQuery, signal?: AbortSignal): Promise<Page<QuizListItem>> {
      const page = await own.list(userId, query, signal);
      return { ...page, items: page.items.map(asQuizListItem) };
    },

    get: async (userId: string, id: string): Promise<Quiz> => asQuiz(await own.get(userId, id)),

    /** Scores an attempt. The best score, the mean and the latest scores are kept. Weak areas are for premium learners. */
    async submit(userId: string, id: string, answers: readonly string[], creation: Creation): Promise<QuizResults> {
      const { canRegenerate: isPremium } = await plans.planOf(userId);
      let results: QuizResults | undefined;
      const addResults = (quiz: QuizDocument) => withResults(quiz, (results = scoreQuiz(quiz.questions, answers, isPremium)));
      const kept = await own.change(userId, id, addResults, creation);
      // An interrupted attempt had stored this already; the same answers have the same results.
      return results ?? scoreQuiz(kept.questions, answers, isPremium);
    },

    remove: own.remove,
    exists: own.exists,
    sourceChanged: own.sourceChanged,
    eraseAll: own.eraseAll,
  };
}
export type Quizzes = ReturnType<typeof createQuizzes>;
