import * as z from 'zod/mini';
import { DifficultyLevel, Flashcard, ModelUsage, QuizQuestion, QuizResults, Shortfall } from '@lectern/contracts';
import { defineCollection, openDocumentStore, type DocumentStore, type StoreEngine } from '@lectern/document-store';
import { deletedAccountsCollection, idempotencyCollection, plansCollection, quotaCollection } from '@lectern/service-kit';

/** What language models were asked for it, one entry for each; absent where none was. */
const usage = z.optional(z.array(ModelUsage));

/** Ids of the latest creations that were made in it, so that a second try finds the first. One of the time before has none. */
const applied = z._default(z.array(z.string()), []);

/** How many questions or cards there are, so that a list need not read them. One of the time before has none. */
const itemCount = z.optional(z.int());

/** What quizzes and decks know of the guide that they were made from. */
const fromMaterial = {
  studyMaterialId: z.string(),
  studyMaterialTitle: z.string(),
  /** Version of the title, so that an older event does not undo a newer one. */
  studyMaterialVersion: z.int(),
  isSourceDeleted: z.boolean(),
};

export const quizzesCollection = defineCollection({
  name: 'quizzes',
  schema: z.object({
    _id: z.string(),
    userId: z.string(),
    title: z.string(),
    description: z.string(),
    searchText: z.string(),
    questions: z.array(QuizQuestion),
    itemCount,
    difficultyLevel: DifficultyLevel,
    stylePreference: z.nullable(z.string()),
    generatedBy: z.string(),
    usage,
    limitation: z.optional(z.string()),
    shortfall: z.optional(Shortfall),
    /** Best score so far, whole percent. */
    currentScore: z.int(),
    attempts: z.int(),
    /** Sum of the scores of all attempts, so that the mean is exact. */
    scoreSum: z.int(),
    /** Scores of the latest attempts, oldest first. A quiz of the time before they were kept has none. */
    recentScores: z._default(z.array(z.int()), []),
    results: z.optional(QuizResults),
    /** Grows with every change, so that two at once do not undo each other. */
    revision: z.int(),
    applied,
    /** Stems of all questions that it has or ever had, newest last: what a regeneration does not ask again. */
    askedStems: z.array(z.string()),
    createdAt: z.string(),
    ...fromMaterial,
  }),
  indexes: { byUser: { fields: ['userId', '_id'] }, byMaterial: { fields: ['userId', 'studyMaterialId', '_id'] } },
  search: { owner: 'userId', field: 'searchText' },
});
export type QuizDocument = z.infer<typeof quizzesCollection.schema>;
/** What no list shows of a quiz, and may be most of it. */
export const largeQuizFields = ['questions', 'results', 'askedStems', 'usage'] as const;

export const decksCollection = defineCollection({
  name: 'decks',
  schema: z.object({
    _id: z.string(),
    userId: z.string(),
    title: z.string(),
    description: z.string(),
    searchText: z.string(),
    cards: z.array(Flashcard),
    itemCount,
    stylePreference: z.nullable(z.string()),
    generatedBy: z.string(),
    usage,
    limitation: z.optional(z.string()),
    shortfall: z.optional(Shortfall),
    /** Fronts of cards that were deleted or rewritten, newest last: what does not come as a new card. A deck of the time before has none. */
    removedFronts: z._default(z.array(z.string()), []),
    revision: z.int(),
    applied,
    createdAt: z.string(),
    ...fromMaterial,
  }),
  indexes: { byUser: { fields: ['userId', '_id'] }, byMaterial: { fields: ['userId', 'studyMaterialId', '_id'] } },
  search: { owner: 'userId', field: 'searchText' },
});
export type DeckDocument = z.infer<typeof decksCollection.schema>;
/** What no list shows of a deck: a large one has megabytes of cards. */
export const largeDeckFields = ['cards', 'removedFronts', 'usage'] as const;

/** Everything that study stores. */
export const collections = [
  quizzesCollection,
  decksCollection,
  quotaCollection,
  plansCollection,
  idempotencyCollection,
  deletedAccountsCollection,
] as const;

/** Opens study's database. */
export const openStore = (engine: StoreEngine): Promise<DocumentStore> => openDocumentStore('study', collections, engine);
