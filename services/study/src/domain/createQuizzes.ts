import type { BulkResult, Quiz, QuizListItem } from '@lectern/contracts';
import type { DocumentStore } from '@lectern/document-store';
import { runInBulk, type DeletedAccounts, type Page, type Quota } from '@lectern/service-kit';
import type { Reviews } from '../reviews/createReviews.ts';
import { largeQuizFields, quizzesCollection, type QuizDocument } from '../store.ts';
import { createQuizCopies } from './createCopies.ts';
import { createExplanations } from './createExplanations.ts';
import { createOwnedResources } from './createOwnedResources.ts';
import { createQuestionEdits, type QuestionEditsDependencies } from './createQuestionEdits.ts';
import { createQuestionRemoval, type QuestionRemovalDependencies } from './createQuestionRemoval.ts';
import { createQuizAttempts, openAttempts, type QuizAttemptsDependencies } from './createQuizAttempts.ts';
import { createQuizGeneration } from './createQuizGeneration.ts';
import { createQuizRegeneration } from './createQuizRegeneration.ts';
import { createQuizWriting } from './createQuizWriting.ts';
import { stopGeneration } from './followGeneration.ts';
import type { QuizGenerationDependencies } from './makeQuestions.ts';
import type { ListQuery } from './listOwn.ts';
import { asQuiz, asQuizListItem, type LargeQuizField, type OwnedQuizzes } from './quizDocument.ts';

export interface QuizzesOptions extends Omit<
  QuizGenerationDependencies & QuestionEditsDependencies & QuestionRemovalDependencies & QuizAttemptsDependencies,
  'own' | 'attempts'
> {
  store: DocumentStore;
  quota: Quota;
  deletedAccounts: DeletedAccounts;
  reviews: Pick<Reviews, 'discardItems' | 'discardOf' | 'missed'>;
}

/** Rules of quizzes: generating, taking, editing and regenerating them. */
export function createQuizzes(options: QuizzesOptions) {
  const { store, quota, deletedAccounts, reviews, log, clock } = options;
  const attempts = openAttempts(store);
  const discardParts = async (userId: string, id: string): Promise<void> => {
    await attempts.discardOf(userId, id);
    await reviews.discardOf(userId, id);
  };
  const own: OwnedQuizzes = createOwnedResources<QuizDocument, LargeQuizField>({
    resources: store.collection(quizzesCollection),
    large: largeQuizFields,
    itemsOf: ({ questions }) => questions,
    discardParts,
    discardUnstored: discardParts,
    discardItems: reviews.discardItems,
    quota,
    deletedAccounts,
    counted: 'quizzes',
    name: 'quiz',
  });

  return {
    ...createQuizGeneration({ own, ...options }),
    ...createQuizRegeneration({ own, ...options }),
    ...createQuizAttempts({ own, attempts, ...options }),
    ...createQuizWriting({ own, ...options }),
    ...createQuestionEdits({ own, ...options }),
    ...createQuestionRemoval({ own, ...options }),
    ...createQuizCopies({ own, ...options }),
    ...createExplanations({ own, ...options }),

    async list(userId: string, query: ListQuery, signal?: AbortSignal): Promise<Page<QuizListItem>> {
      const page = await own.list(userId, query, signal);
      return { ...page, items: page.items.map((quiz) => asQuizListItem(quiz, clock())) };
    },

    get: async (userId: string, id: string): Promise<Quiz> => asQuiz(await own.get(userId, id), clock()),

    /** Ends the making of questions that still runs. */
    stop: async (userId: string, id: string): Promise<Quiz> => asQuiz(await own.change(userId, id, stopGeneration), clock()),

    remove: own.remove,

    /** Deletes several, each on its own. */
    removeMany: (userId: string, ids: readonly string[], requestId: string): Promise<BulkResult> =>
      runInBulk(ids, (id) => own.remove(userId, id), { log, requestId }),

    exists: own.exists,
    sourceChanged: own.sourceChanged,
    async eraseAll(userId: string): Promise<void> {
      await attempts.eraseAll(userId);
      await own.eraseAll(userId);
    },
  };
}
export type Quizzes = ReturnType<typeof createQuizzes>;
