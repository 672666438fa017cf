import * as z from 'zod/mini';
import {
  AnsweredBy,
  Citation,
  GuideSection,
  LeftOutPicture,
  Mark,
  ModelUsage,
  Omission,
  Picture,
  ReadingPlace,
  Source,
  SourcePage,
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
  outboxFields,
  outboxIndex,
  plansCollection,
  quotaCollection,
  shareLinksCollection,
  StoredGeneration,
} from '@lectern/service-kit';

/**
 * A study material as listed. Its large parts are separate documents with the same id (`materialBodies`, `materialTexts`), so that a list reads only
 * what it shows. They are written first.
 */
export const materialsCollection = defineCollection({
  name: 'materials',
  schema: z.object({
    _id: z.string(),
    userId: z.string(),
    /** A deleted material stays until the event to study is delivered. */
    state: z.enum(['live', 'deleted']),
    title: z.string(),
    stylePreference: z.nullable(z.string()),
    overview: z.string(),
    preview: z.string(),
    generatedBy: z.string(),
    generation: z.optional(StoredGeneration),
    /** The run that may still change it; absent without one. */
    generationRun: z.optional(z.string()),
    /** The id of its folder; empty without one. */
    folderId: z.string(),
    createdAt: z.string(),
    /** Incremented with every change of the title. */
    version: z.int(),
    ...outboxFields,
  }),
  indexes: {
    byUser: { fields: ['userId', 'state', '_id'] },
    byFolder: { fields: ['userId', 'state', 'folderId', '_id'] },
    ...outboxIndex,
  },
});
export type MaterialDocument = z.infer<typeof materialsCollection.schema>;

/** A picture of a guide; the object store contains its file. Its address is created at each read. */
const StoredPicture = z.extend(z.omit(Picture, { url: true }), {
  /** SHA-256 of the file, in hexadecimal digits. */
  hash: z.string(),
});
export type StoredPicture = z.infer<typeof StoredPicture>;

/** The source of a guide, and its text. */
export const bodiesCollection = defineCollection({
  name: 'materialBodies',
  schema: z.object({
    _id: z.string(),
    userId: z.string(),
    source: Source,
    markdown: z.string(),
    edited: z.boolean(),
    /** Incremented with every change of the markdown; absent before the first. */
    markdownVersion: z.optional(z.int()),
    /** Absent before the first change. */
    markdownSavedAt: z.optional(z.string()),
    limitation: z.optional(z.string()),
    notice: z.optional(z.string()),
    /** Absent in older guides. */
    sections: z.optional(z.array(GuideSection)),
    citations: z.array(Citation),
    /** Lines of the source that the Markdown omits; absent in older guides. */
    omitted: z.optional(z.array(Omission)),
    /** Absent in guides of decks without pictures. */
    pictures: z.optional(z.array(StoredPicture)),
    leftOutPictures: z.optional(z.array(LeftOutPicture)),
    /** The usage of language models; absent without usage. */
    usage: z.optional(ModelUsage),
  }),
  indexes: { byUser: { fields: ['userId', '_id'] } },
});
export type BodyDocument = z.infer<typeof bodiesCollection.schema>;

/** A page of a guide's file; the object store contains its picture under its id. Its address is created at each read. */
const StoredPage = z.omit(SourcePage, { url: true });
export type StoredPage = z.infer<typeof StoredPage>;

/** A file of which pages are made, kept in the object store until then. */
const Original = z.object({
  /** Distinct among the originals of a guide. */
  name: z.string(),
  /** SHA-256 of the file, in hexadecimal digits: its name in the object store. */
  hash: z.string(),
  kind: z.enum(['slide', 'page', 'text']),
  /** The document as pointers name it; absent if they do not. */
  document: z.optional(z.string()),
  /** How often making its pages was begun. */
  attempts: z.int(),
  isDone: z.boolean(),
});
export type Original = z.infer<typeof Original>;

/** The pages of a guide's files, under the guide's id. Absent for texts, and for older guides. */
const pagesCollection = defineCollection({
  name: 'materialPages',
  schema: z.object({
    _id: z.string(),
    userId: z.string(),
    /** `failed`: no page could be made. */
    state: z.enum(['waiting', 'made', 'failed']),
    originals: z.array(Original),
    /** In the order of the files. */
    pages: z.array(StoredPage),
    /** The lease of the process that makes pages now; empty without one. */
    leaseOwner: z.string(),
    /** When the next step is due: making pages, or deleting the originals. Absent after that. */
    dueAt: z.optional(z.string()),
  }),
  indexes: { byUser: { fields: ['userId', '_id'] }, byDue: { fields: ['dueAt', '_id'] } },
});
export type PagesDocument = z.infer<typeof pagesCollection.schema>;

/** A former version of a guide's Markdown. Immutable. */
export const versionsCollection = defineCollection({
  name: 'materialVersions',
  schema: z.object({
    _id: z.string(),
    userId: z.string(),
    materialId: z.string(),
    version: z.int(),
    markdown: z.string(),
    edited: z.boolean(),
    omitted: z.optional(z.array(Omission)),
    savedAt: z.string(),
    preview: z.string(),
  }),
  indexes: { byMaterial: { fields: ['userId', 'materialId', '_id'] } },
});
export type VersionDocument = z.infer<typeof versionsCollection.schema>;

/** The learner's marks, reading place and skipped suggestions of a guide, under the guide's id. */
export const marksCollection = defineCollection({
  name: 'materialMarks',
  schema: z.object({
    _id: z.string(),
    userId: z.string(),
    marks: z.array(z.omit(Mark, { isLost: true })),
    /** Incremented with every change; absent in older documents. */
    revision: z.optional(z.int()),
    /** Absent until the learner has read the guide. */
    place: z.optional(z.omit(ReadingPlace, { readAt: true })),
    placeReadAt: z.optional(z.string()),
    /** Skipped suggestions; absent before the first. */
    skipped: z.optional(z.array(z.string())),
    /** Incremented with every change of `skipped`. */
    skippedRevision: z.optional(z.int()),
  }),
  indexes: { byUser: { fields: ['userId', '_id'] } },
});
export type MarksDocument = z.infer<typeof marksCollection.schema>;
export type StoredMark = MarksDocument['marks'][number];

/** A question that the learner asked about a guide, with its answer. */
export const questionsCollection = defineCollection({
  name: 'materialQuestions',
  schema: z.object({
    _id: z.string(),
    userId: z.string(),
    materialId: z.string(),
    question: z.string(),
    answer: z.string(),
    answeredBy: AnsweredBy,
    passages: z.array(Citation),
    /** The question or card that it concerns; absent if it concerns the guide. */
    itemId: z.optional(z.string()),
  }),
  indexes: { byMaterial: { fields: ['userId', 'materialId', '_id'] } },
});
export type QuestionDocument = z.infer<typeof questionsCollection.schema>;

/** The searched text: title, overview and Markdown. */
const textsCollection = defineCollection({
  name: 'materialTexts',
  schema: z.object({ _id: z.string(), userId: z.string(), text: z.string() }),
  indexes: { byUser: { fields: ['userId', '_id'] } },
  search: { owner: 'userId', field: 'text' },
});

const foldersCollection = defineCollection({
  name: 'folders',
  schema: z.object({ _id: z.string(), userId: z.string(), name: z.string(), createdAt: z.string() }),
  indexes: { byUser: { fields: ['userId', '_id'] } },
  search: { owner: 'userId', field: 'name' },
});
export type FolderDocument = z.infer<typeof foldersCollection.schema>;

export const collections = {
  materials: materialsCollection,
  bodies: bodiesCollection,
  pages: pagesCollection,
  texts: textsCollection,
  versions: versionsCollection,
  marks: marksCollection,
  questions: questionsCollection,
  folders: foldersCollection,
} as const;
export type LibraryStore = CollectionsOf<typeof collections>;

/** All collections of the library's database: its own, and those of the service framework. */
export const allCollections: readonly CollectionDefinition[] = [
  ...Object.values(collections),
  quotaCollection,
  shareLinksCollection,
  plansCollection,
  idempotencyCollection,
  leasesCollection,
  deletedAccountsCollection,
];

/** Opens the library's database. */
export const openStore = (engine: StoreEngine): Promise<DocumentStore> => openDocumentStore('library', allCollections, engine);
