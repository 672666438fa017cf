import * as z from 'zod/mini';
import {
  AttemptQuestion,
  DifficultyLevel,
  Flashcard,
  ModelUsage,
  QuizAttempt,
  QuizQuestion,
  QuizResults,
  Shortfall,
} from '@lectern/contracts';
import {
  defineCollection,
  openDocumentStore,
  type CollectionDefinition,
  type CollectionsOf,
  type DocumentStore,
  type StoreEngine,
} from '@lectern/document-store';
import {
  deletedAccountsCollection,
  idempotencyCollection,
  leasesCollection,
  plansCollection,
  quotaCollection,
  shareLinksCollection,
  StoredGeneration,
} from '@lectern/service-kit';
import { reviewCollections } from './reviews/reviewCollections.ts';

/** The usage of language models, one entry per model; absent without usage. */
const usage = z.optional(z.array(ModelUsage));

/** The ids of the latest additions, so that a retry finds its first attempt. Empty in older documents. */
const applied = z._default(z.array(z.string()), []);

/** The number of questions or cards, so that lists need not read them. Absent in older documents. */
const itemCount = z.optional(z.int());

/** The reference of a quiz or deck to its guides. */
const fromMaterial = {
  /** Empty with several guides, or if the learner wrote it. */
  studyMaterialId: z.string(),
  /** The ids of several guides; absent otherwise. */
  studyMaterialIds: z.optional(z.array(z.string())),
  studyMaterialTitle: z.string(),
  /** The common language of the guides, if any. */
  language: z.optional(z.string()),
  /** The version of the title, so that an older event changes nothing. */
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
    /** Whether the learner wrote the description. Otherwise it follows the number of questions. */
    isDescriptionOwn: z.optional(z.boolean()),
    searchText: z.string(),
    questions: z.array(QuizQuestion),
    itemCount,
    difficultyLevel: DifficultyLevel,
    stylePreference: z.nullable(z.string()),
    generatedBy: z.string(),
    usage,
    limitation: z.optional(z.string()),
    notice: z.optional(z.string()),
    generation: z.optional(StoredGeneration),
    shortfall: z.optional(Shortfall),
    /** The best score so far, whole percent. */
    currentScore: z.int(),
    attempts: z.int(),
    /** The sum of all attempts' scores, so that the mean is exact. */
    scoreSum: z.int(),
    /** The scores of the latest attempts, oldest first. Empty in older documents. */
    recentScores: z._default(z.array(z.int()), []),
    results: z.optional(QuizResults),
    /** The latest attempts, oldest first. Their questions are separate documents, which are written first. Empty in older documents. */
    attemptLog: z._default(z.array(QuizAttempt), []),
    /** Incremented with every change, so that concurrent changes do not overwrite each other. */
    revision: z.int(),
    applied,
    /** The stems of all current and former questions, newest last. A regeneration does not repeat them. */
    askedStems: z.array(z.string()),
    createdAt: z.string(),
    ...fromMaterial,
  }),
  indexes: { byUser: { fields: ['userId', '_id'] }, byMaterial: { fields: ['userId', 'studyMaterialId', '_id'] } },
  search: { owner: 'userId', field: 'searchText' },
});
export type QuizDocument = z.infer<typeof quizzesCollection.schema>;
/** The large fields of a quiz, which lists do not read. */
export const largeQuizFields = ['questions', 'results', 'attemptLog', 'askedStems', 'usage'] as const;

/** The questions of an attempt as they were, with the chosen options. Exists only while its quiz lists it in `attemptLog`. */
export const attemptsCollection = defineCollection({
  name: 'attempts',
  schema: z.object({
    _id: z.string(),
    userId: z.string(),
    quizId: z.string(),
    questions: z.array(z.omit(AttemptQuestion, { correctAnswer: true })),
  }),
  indexes: { byQuiz: { fields: ['userId', 'quizId', '_id'] } },
});
export type AttemptDocument = z.infer<typeof attemptsCollection.schema>;

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
    /** Absent if the learner chose none, and in decks that the learner wrote. */
    difficultyLevel: z.optional(DifficultyLevel),
    stylePreference: z.nullable(z.string()),
    generatedBy: z.string(),
    usage,
    limitation: z.optional(z.string()),
    notice: z.optional(z.string()),
    generation: z.optional(StoredGeneration),
    shortfall: z.optional(Shortfall),
    /** The names of an imported deck's parents, then its own. Absent once the learner has renamed it. */
    path: z.optional(z.array(z.string())),
    /** The title of an imported deck in its file, by which a renamed deck is found again. */
    importedTitle: z.optional(z.string()),
    /** The Anki ids of imported cards by card id; an empty string for a card from a table. May contain removed cards. */
    importedAs: z.optional(z.record(z.string(), z.string())),
    /** The fronts of removed or rewritten cards, newest last. They are not generated again. Empty in older documents. */
    removedFronts: z._default(z.array(z.string()), []),
    /** The ids of all decks of an unfinished import, so that either all or none of them remain. Absent once all are stored. */
    togetherWith: z.optional(z.array(z.string())),
    revision: z.int(),
    applied,
    createdAt: z.string(),
    ...fromMaterial,
  }),
  indexes: { byUser: { fields: ['userId', '_id'] }, byMaterial: { fields: ['userId', 'studyMaterialId', '_id'] } },
  search: { owner: 'userId', field: 'searchText' },
});
export type DeckDocument = z.infer<typeof decksCollection.schema>;
/** The large fields of a deck, which lists do not read: a large deck has megabytes of cards. */
export const largeDeckFields = ['cards', 'removedFronts', 'usage', 'importedAs'] as const;

/** Questions and cards that learners dropped: they are not generated again for their guide. */
export const droppedItemsCollection = defineCollection({
  name: 'droppedItems',
  schema: z.object({
    /** The id of the item. */
    _id: z.string(),
    userId: z.string(),
    /** The id of the quiz or deck. */
    parentId: z.string(),
    kind: z.enum(['question', 'card']),
    /** Empty without a guide. */
    studyMaterialId: z.string(),
    /** The index among the items, from 0. */
    place: z.int(),
    /** Either `card` or `question`, depending on the kind. */
    card: z.optional(Flashcard),
    question: z.optional(QuizQuestion),
  }),
  indexes: { byUser: { fields: ['userId', '_id'] }, byGuide: { fields: ['userId', 'studyMaterialId', '_id'] } },
});
export type DroppedItemDocument = z.infer<typeof droppedItemsCollection.schema>;

/** Pictures of a deck that no card needs at the moment: added for a card that is not saved yet, or no longer named by any. */
const sparePicturesCollection = defineCollection({
  name: 'sparePictures',
  schema: z.object({
    /** `<deck>-<picture>`. */
    _id: z.string(),
    userId: z.string(),
    deckId: z.string(),
    pictureId: z.string(),
    width: z.int(),
    height: z.int(),
    /** Kept for a while from this time, because an editor may be open. */
    since: z.string(),
  }),
  indexes: { byUser: { fields: ['userId', '_id'] }, byDeck: { fields: ['userId', 'deckId', '_id'] } },
});
export type SparePictureDocument = z.infer<typeof sparePicturesCollection.schema>;

export const collections = {
  quizzes: quizzesCollection,
  attempts: attemptsCollection,
  decks: decksCollection,
  droppedItems: droppedItemsCollection,
  sparePictures: sparePicturesCollection,
  ...reviewCollections,
} as const;
export type StudyStore = CollectionsOf<typeof collections>;

/** All collections of study's database: its own, and those of the service framework. */
export const allCollections: readonly CollectionDefinition[] = [
  ...Object.values(collections),
  quotaCollection,
  shareLinksCollection,
  plansCollection,
  idempotencyCollection,
  leasesCollection,
  deletedAccountsCollection,
];

/** Opens study's database. */
export const openStore = (engine: StoreEngine): Promise<DocumentStore> => openDocumentStore('study', allCollections, engine);
