import { freePlan, premiumPlan, type Flashcard, type MaterialSource, type ModelUsage, type QuizQuestion } from '@lectern/contracts';
import { newId } from '@lectern/document-store';
import { memoryStore } from '@lectern/document-store/testing';
import {
  createDeletedAccounts,
  createFairQueue,
  createLeases,
  createMetrics,
  createQuota,
  DomainError,
  deletedAccountsCollection,
  leasesCollection,
  quotaCollection,
  silentLog,
  type Creation,
  type InternalClient,
  type Rest,
} from '@lectern/service-kit';
import { createFollowing, creationOf, threadsHere } from '@lectern/service-kit/testing';
import type { DeckReader } from './imports/createDeckReader.ts';
import { loadPictures } from './imports/loadPictures.ts';
import { previewUpload, readUpload } from './imports/readUpload.ts';
import { memoryObjectStore } from '@lectern/object-store/testing';
import { createCardPictures } from './domain/createCardPictures.ts';
import { temporaryFolder } from '@lectern/test-servers';
import { createDecks } from './domain/createDecks.ts';
import { createDroppedItems } from './domain/createDroppedItems.ts';
import { createSources, sourceQueueLimits } from './domain/createSources.ts';
import { createQuizzes } from './domain/createQuizzes.ts';
import type { StudyContent } from './domain/StudyContent.ts';
import { planQueueLimits } from './exams/createExamViews.ts';
import type { Fit } from './parameters/fitParameters.ts';
import type { History } from './parameters/predictionLoss.ts';
import { createReviews } from './reviews/createReviews.ts';
import { reviewCollections } from './reviews/reviewCollections.ts';
import { attemptsCollection, decksCollection, droppedItemsCollection, quizzesCollection } from './store.ts';
import * as tasks from './tasks.ts';

/** Study's rules over an empty store, with an engine and a library that answer at once. */
export function createStudyFake() {
  const clock = () => fake.now;
  const store = memoryStore([
    quizzesCollection,
    attemptsCollection,
    decksCollection,
    droppedItemsCollection,
    ...reviewCollections,
    quotaCollection,
    leasesCollection,
    deletedAccountsCollection,
  ]);
  const deletedAccounts = createDeletedAccounts(store);
  const fake = {
    now: new Date('2026-03-05T10:00:00Z'),
    isPremium: false,
    /** How many items the engine finds; without it as many as asked for. */
    supported: undefined as number | undefined,
    deletedMaterials: new Set<string>(),
    /** Titles of guides; others are called 'Heart'. */
    titles: new Map<string, string>(),
    /** Texts of guides; others have none. */
    texts: new Map<string, string>(),
    /** The model usage of each generation; left out, no model is asked. */
    usage: undefined as ModelUsage | undefined,
    /** What the engine tells besides, such as what it still makes. */
    told: (): { notice?: string; rest?: Rest<never> } => ({}),
    /** Resolves when all is stored that was made after the latest answer. */
    followed: Promise.resolve(),
    /** Dropped and edited items, as they are counted. */
    changes: [] as { content: string; change: string; form: string; engine: string }[],
    reports: [] as { content: string; reason: string; engine: string }[],
    /** The result of fitting parameters, and the histories that were passed to it, latest last. */
    fit: undefined as Fit | undefined,
    fitted: [] as (readonly History[])[],
    logged: [] as Record<string, unknown>[],
    /** What the engine was asked for, latest last. */
    asked: [] as { count: number; avoid: readonly string[]; materials: string[]; options: unknown }[],
  };
  // No beat is due in a test.
  const following = createFollowing({ log: silentLog, sleep: () => new Promise(() => undefined) });
  let made = 0;
  const items = (count: number) => Array.from({ length: Math.min(count, fake.supported ?? count) }, () => `${++made}`);
  const content: StudyContent = {
    generatedBy: 'fake',
    follow: (rest, follower) => {
      following.follow(rest, follower);
      fake.followed = following.idle();
    },
    progressOf: () => undefined,
    quiz: async (_userId, materials, options) => {
      fake.asked.push({ count: options.count, avoid: options.avoidStems ?? [], materials: materials.map(({ _id }) => _id), options });
      return { questions: items(options.count).map(questionOf), usage: fake.usage, generatedBy: 'fake', ...fake.told() };
    },
    explain: async (_userId, { source }, { chosen }) => ({ text: `${chosen}: ${source.title}`, answeredBy: 'passages', passages: [] }),
    cards: async (_userId, materials, options) => {
      fake.asked.push({ count: options.count, avoid: options.avoidFronts ?? [], materials: materials.map(({ _id }) => _id), options });
      return {
        cards: items(options.count).map((name): Omit<Flashcard, '_id'> => ({ front: `Front ${name}`, back: `Back ${name}` })),
        usage: fake.usage,
        generatedBy: 'fake',
        ...fake.told(),
      };
    },
  };
  const call = async ({ path }: { path: string }): Promise<MaterialSource> => {
    const id = /study-materials\/([^/]+)\/source$/.exec(path)?.[1] ?? '';
    if (fake.deletedMaterials.has(id)) throw new DomainError('not_found', 'Study guide not found.');
    const text = fake.texts.get(id) ?? '';
    const passages = [{ pointer: { kind: 'text' as const, paragraph: 1 }, kind: 'paragraph' as const, level: 0, text }];
    return { _id: id, title: fake.titles.get(id) ?? 'Heart', source: { title: 'Heart', language: 'en', passages } };
  };
  const quota = createQuota(
    store,
    [
      { resource: 'quizzes', exists: (id, userId) => quizzes.exists(id, userId) },
      { resource: 'flashcards', exists: (id, userId) => decks.exists(id, userId), discard: (id, userId) => decks.discard(id, userId) },
    ],
    createLeases({ store, clock, log: silentLog }),
    clock,
  );
  const reviews = createReviews({
    store,
    deletedAccounts,
    secret: 'a secret of the tests',
    apiUrl: 'http://localhost:8080',
    ownedGuides: async (_userId, ids) => ids.filter((id) => !fake.deletedMaterials.has(id)),
    planQueue: createFairQueue({ ...planQueueLimits, name: 'plans', metrics: createMetrics({ part: 'study' }) }),
    fit: async (histories) => {
      fake.fitted.push(histories);
      return fake.fit;
    },
    log: (_level, event, fields) => void fake.logged.push({ event, ...fields }),
    clock,
  });
  const parts = {
    store,
    reviews,
    content,
    sources: createSources(
      call as InternalClient,
      createFairQueue({ ...sourceQueueLimits, name: 'sources', metrics: createMetrics({ part: 'study' }) }),
    ),
    quota,
    plans: {
      planOf: async () => (fake.isPremium ? premiumPlan : freePlan),
      apply: async () => undefined,
      erase: async () => undefined,
    },
    deletedAccounts,
    dropped: createDroppedItems(store),
    contentMetrics: {
      reported: (content: string, reason: string, engine: string) => void fake.reports.push({ content, reason, engine }),
      changed: (content: string, change: string, form: string, engine: string) => void fake.changes.push({ content, change, form, engine }),
    },
    log: (_level: string, event: string, fields?: Record<string, unknown>) => void fake.logged.push({ event, ...fields }),
    clock,
  };
  const quizzes = createQuizzes(parts);
  // Without a process of its own, whose start takes longer than a test.
  const readHere: DeckReader['read'] = async (_userId, { bytes, columns, encoding }, now) => {
    const folder = temporaryFolder('lectern-import-');
    return loadPictures(await readUpload(bytes, { folder, columns, encoding, now }), folder);
  };
  const reader: DeckReader = {
    read: readHere,
    preview: async (userId, upload, now) => previewUpload(await readHere(userId, upload, now), upload),
    close: async () => undefined,
  };
  const objects = memoryObjectStore();
  const pictures = createCardPictures({
    objects,
    encoder: {
      encode: async (_userId, found) => ({ pictures: found.pictures.map((each) => ({ ...each, width: 100, height: 80 })), leftOut: [] }),
    },
    store,
    ...{ secret: 's', apiUrl: 'http://localhost:8080', clock },
  });
  const decks = createDecks({ ...parts, pictures, reader });
  return Object.assign(fake, {
    store,
    objects,
    pictures,
    content,
    deletedAccounts,
    quota,
    quizzes,
    decks,
    reviews,
    threads: threadsHere(tasks),
  });
}

/** The creation of a call's first attempt. */
export const creation = (): Creation => creationOf(newId(() => Date.parse('2026-03-05T10:00:00Z')));

export const questionOf = (name: string): Omit<QuizQuestion, '_id'> => ({
  question: `Question ${name}?`,
  options: ['right', 'wrong', 'other'].map((text) => ({ text, isCorrect: text === 'right', rationale: 'why' })),
  explanation: 'because',
  topic: 'Heart',
  concept: `Concept ${name}`,
  source: { pointer: { kind: 'text', paragraph: 1 }, quote: 'q' },
});
