import {
  freePlan,
  internalPaths,
  premiumPlan,
  type Flashcard,
  type MaterialSource,
  type ModelUsage,
  type OwnedMaterials,
  type QuizQuestion,
} from '@lectern/contracts';
import { collectionsOf, newId } from '@lectern/document-store';
import { memoryStore } from '@lectern/document-store/testing';
import { memoryObjectStore } from '@lectern/object-store/testing';
import { createPictureAddresses, createPictureFiles } from '@lectern/pictures';
import {
  LatestResults,
  createDeletedAccounts,
  FairQueue,
  createLeases,
  createMetrics,
  createQuota,
  DomainError,
  silentLog,
  type Creation,
  type InternalClient,
  type Rest,
} from '@lectern/service-kit';
import { BackgroundGenerations, creationOf, shareLinksFake, threadsHere } from '@lectern/service-kit/testing';
import { temporaryFolder } from '@lectern/test-servers';
import { createReviewCalendar, getReviewCalendar, keptCalendars, readReviewCalendar } from './calendar/reviewCalendar.ts';
import { studySignatures } from './studySignatures.ts';
import { askDifferently } from './decks/askDifferently.ts';
import { addCard, removeCard, reportCard, restoreCard, updateCard } from './decks/cards.ts';
import { deckKind } from './decks/deckDocument.ts';
import {
  copyDeck,
  createOwnDeck,
  deleteDeck,
  deleteDecks,
  eraseDecks,
  getDeck,
  listDecks,
  stopDeckGeneration,
  updateDeck,
  type WrittenDeck,
} from './decks/decks.ts';
import { exportDeck, exportQueueLimits } from './decks/exportDeck.ts';
import { createDeck, generateCards, type DeckRequest } from './decks/generateDeck.ts';
import { createExam, deleteExam, getExam, listExams, updateExam } from './exams/exams.ts';
import { planQueueLimits } from './exams/examViews.ts';
import { type DeckReader, loadPictures } from './imports/createDeckReader.ts';
import { addCardPicture } from './decks/addCardPicture.ts';
import { importDecks, previewImport } from './imports/importDecks.ts';
import { previewUpload, readUpload } from './imports/readUpload.ts';
import { sourceQueueLimits } from './items/sources.ts';
import { discardOwned } from './owned/createTogether.ts';
import { existsWhole, followSource, getOwned, type SourceNews } from './owned/ownedResources.ts';
import { createParameterFits, type ParameterFits } from './parameters/createParameterFits.ts';
import type { Fit } from './parameters/fitParameters.ts';
import type { History } from './parameters/predictionLoss.ts';
import { getAttempt, listAttempts, submitQuiz } from './quizzes/attempts.ts';
import { addQuestion, explainOption, removeQuestion, reportQuestion, restoreQuestion, updateQuestion } from './quizzes/questions.ts';
import { generateQuiz, regenerateQuiz, type QuizRegeneration, type QuizRequest } from './quizzes/generateQuiz.ts';
import { quizKind } from './quizzes/quizDocument.ts';
import {
  copyQuiz,
  createOwnQuiz,
  deleteQuiz,
  deleteQuizzes,
  eraseQuizzes,
  getQuiz,
  listQuizzes,
  stopQuizGeneration,
  updateQuiz,
  type WrittenQuiz,
} from './quizzes/quizzes.ts';
import { listToRemind, remind, unsubscribeFromReminders } from './reminders/reminders.ts';
import { eraseReviews } from './reviews/endItems.ts';
import { storeHistories } from './reviews/importedHistories.ts';
import { getReviewItem, updateReviewItem } from './reviews/itemChoices.ts';
import { listMastery } from './reviews/listMastery.ts';
import { listReviewItems } from './reviews/itemLists.ts';
import { announceCards } from './reviews/knownDecks.ts';
import { getReviewYear } from './reviews/reviewDays.ts';
import { eachEndedItem, eachItem } from './reviews/reviewItems.ts';
import { createReview, deleteReview } from './reviews/reviewLog.ts';
import { getReviewSummary, listReviewQueue } from './reviews/reviewQueue.ts';
import { getReviewSettings, updateReviewSettings } from './reviews/reviewSettings.ts';
import { allCollections, collections } from './store.ts';
import type { StudyContent } from './StudyContent.ts';
import type { StudyContext } from './StudyContext.ts';
import * as tasks from './tasks.ts';

/** Creates study's rules on an empty store, with an engine and a library that answer immediately. */
export function createStudyFake() {
  const clock = () => fake.now;
  const store = memoryStore(allCollections);
  const deletedAccounts = createDeletedAccounts(store);
  const fake = {
    now: new Date('2026-03-05T10:00:00Z'),
    isPremium: false,
    /** The number of items that the engine finds. Defaults to the requested number. */
    supported: undefined as number | undefined,
    deletedMaterials: new Set<string>(),
    /** The titles of guides. Defaults to 'Heart'. */
    titles: new Map<string, string>(),
    /** The texts of guides. Defaults to none. */
    texts: new Map<string, string>(),
    /** The model usage of each generation. Defaults to none. */
    usage: undefined as ModelUsage | undefined,
    /** The engine's additional results, such as a generation that still runs. */
    told: (): { notice?: string; rest?: Rest<never> } => ({}),
    /** Resolves when everything generated after the latest answer is stored. */
    followed: Promise.resolve(),
    /** The counted dropped and edited items. */
    changes: [] as { content: string; change: string; form: string; engine: string }[],
    reports: [] as { content: string; reason: string; engine: string }[],
    /** The result of fitting parameters, and the histories that were passed to it, latest last. */
    fit: undefined as Fit | undefined,
    fitted: [] as (readonly History[])[],
    logged: [] as Record<string, unknown>[],
    /** The requests to the engine, latest last. */
    asked: [] as { count: number; avoid: readonly string[]; materials: string[]; options: unknown }[],
  };
  // No heartbeat is due in a test.
  const following = new BackgroundGenerations({ log: silentLog, sleep: () => new Promise(() => undefined) });
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
  const call = async ({ path, body }: { path: string; body?: unknown }): Promise<MaterialSource | OwnedMaterials> => {
    if (path === internalPaths.ownedMaterials)
      return { ids: (body as OwnedMaterials).ids.filter((each) => !fake.deletedMaterials.has(each)) };
    const id = /study-materials\/([^/]+)\/source$/.exec(path)?.[1] ?? '';
    if (fake.deletedMaterials.has(id)) throw new DomainError('not_found', 'Study guide not found.');
    const text = fake.texts.get(id) ?? '';
    const passages = [{ pointer: { kind: 'text' as const, paragraph: 1 }, kind: 'paragraph' as const, level: 0, text }];
    return { _id: id, title: fake.titles.get(id) ?? 'Heart', source: { title: 'Heart', language: 'en', passages } };
  };
  const metrics = createMetrics({ part: 'study' });
  const log = (_level: string, event: string, fields?: Record<string, unknown>): void => void fake.logged.push({ event, ...fields });
  const quota = createQuota(
    store,
    [
      { resource: 'quizzes', exists: (id, userId) => existsWhole(study, quizKind, userId, id) },
      {
        resource: 'flashcards',
        exists: (id, userId) => existsWhole(study, deckKind, userId, id),
        discard: (id, userId) => discardOwned(study, deckKind, userId, id),
      },
    ],
    createLeases({ store, clock, log: silentLog }),
    clock,
  );
  // Without a separate process, whose start takes longer than a test.
  const readHere: DeckReader['read'] = async (_userId, { bytes, columns, encoding }, now) => {
    const folder = temporaryFolder('lectern-import-');
    return loadPictures(await readUpload(bytes, { folder, columns, encoding, now }), folder);
  };
  const objects = memoryObjectStore();
  const threads = threadsHere(tasks);
  const study: StudyContext = {
    store: collectionsOf(store, collections),
    write: (writes) => store.write(writes),
    content,
    contentMetrics: {
      reported: (content: string, reason: string, engine: string) => void fake.reports.push({ content, reason, engine }),
      changed: (content: string, change: string, form: string, engine: string) => void fake.changes.push({ content, change, form, engine }),
    },
    quota,
    plans: {
      planOf: async () => (fake.isPremium ? premiumPlan : freePlan),
      apply: async () => undefined,
      erase: async () => undefined,
    },
    deletedAccounts,
    shareLinks: shareLinksFake(store, clock),
    call: call as InternalClient,
    deckReader: {
      read: readHere,
      preview: async (userId, upload, now) => previewUpload(await readHere(userId, upload, now), upload),
      close: async () => undefined,
    },
    cardPictures: {
      files: createPictureFiles(objects, 'card-pictures'),
      addresses: createPictureAddresses({ of: 'flashcards', secret: 's', apiUrl: 'http://localhost:8080', clock }),
      encoder: {
        encode: async (_userId, found) => ({ pictures: found.pictures.map((each) => ({ ...each, width: 100, height: 80 })), leftOut: [] }),
      },
    },
    threads,
    queues: {
      sources: new FairQueue({ ...sourceQueueLimits, name: 'sources', metrics }),
      exports: new FairQueue({ ...exportQueueLimits, name: 'exports', metrics }),
      plans: new FairQueue({ ...planQueueLimits, name: 'plans', metrics }),
    },
    considerFit: (userId) => fits.consider(userId),
    signatures: studySignatures('a secret of the tests'),
    latestCalendars: new LatestResults({ ...keptCalendars, clock }),
    apiUrl: 'http://localhost:8080',
    log,
    clock,
  };
  const fits = createParameterFits(study, async (histories) => {
    fake.fitted.push(histories);
    return fake.fit;
  });
  return Object.assign(fake, { study, store, objects, content, deletedAccounts, quota, threads, ...bound(study, fits) });
}

/** Binds the first argument of a rule. */
const bind =
  (study: StudyContext) =>
  <Arguments extends readonly unknown[], Result>(rule: (study: StudyContext, ...given: Arguments) => Result) =>
  (...given: Arguments): Result =>
    rule(study, ...given);

/** Converts the guides of a request to a list, as the contract's schema does. */
const listed = <Body extends { studyMaterialId?: string; studyMaterialIds?: readonly string[] }>({
  studyMaterialId = '',
  studyMaterialIds = [studyMaterialId],
  ...body
}: Body) => ({ ...body, studyMaterialIds });

/** Binds the rules of study to a context. */
const bound = (study: StudyContext, fits: ParameterFits) => {
  const of = bind(study);
  return {
    quizzes: {
      generate: (
        userId: string,
        body: Omit<QuizRequest, 'studyMaterialIds'> & Parameters<typeof listed>[0],
        creation: Creation,
        requestId: string,
        idempotencyKey?: string,
      ) => generateQuiz(study, userId, listed(body), { creation, requestId, idempotencyKey }),
      regenerate: (userId: string, id: string, body: QuizRegeneration, creation: Creation, requestId: string) =>
        regenerateQuiz(study, userId, id, body, { creation, requestId }),
      createOwn: (userId: string, body: WrittenQuiz, creation: Creation) =>
        createOwnQuiz(study, userId, body, { creation, requestId: creation.newId }),
      list: of(listQuizzes),
      get: of(getQuiz),
      update: of(updateQuiz),
      copy: (userId: string, id: string, creation: Creation) => copyQuiz(study, userId, { userId, _id: id }, creation),
      stop: of(stopQuizGeneration),
      remove: of(deleteQuiz),
      removeMany: of(deleteQuizzes),
      eraseAll: of(eraseQuizzes),
      exists: (id: string, userId: string) => existsWhole(study, quizKind, userId, id),
      sourceChanged: (userId: string, id: string, news: SourceNews) => followSource(study, quizKind, userId, id, news),
      submit: of(submitQuiz),
      listAttempts: of(listAttempts),
      getAttempt: of(getAttempt),
      addQuestion: of(addQuestion),
      updateQuestion: of(updateQuestion),
      removeQuestion: of(removeQuestion),
      restoreQuestion: of(restoreQuestion),
      reportQuestion: of(reportQuestion),
      explainOption: of(explainOption),
    },
    decks: {
      create: (
        userId: string,
        body: Omit<DeckRequest, 'studyMaterialIds'> & Parameters<typeof listed>[0],
        creation: Creation,
        requestId: string,
        idempotencyKey?: string,
      ) => createDeck(study, userId, listed(body), { creation, requestId, idempotencyKey }),
      generateMore: (userId: string, id: string, guide: string | null | undefined, creation: Creation, requestId: string) =>
        generateCards(study, userId, id, guide, { creation, requestId }),
      createOwn: (userId: string, body: WrittenDeck, creation: Creation) =>
        createOwnDeck(study, userId, body, { creation, requestId: creation.newId }),
      askDifferently: (userId: string, id: string, cardId: string, creation: Creation, requestId: string) =>
        askDifferently(study, userId, id, cardId, { creation, requestId }),
      list: of(listDecks),
      get: of(getDeck),
      update: of(updateDeck),
      copy: (userId: string, id: string, creation: Creation) => copyDeck(study, userId, { userId, _id: id }, creation),
      stop: of(stopDeckGeneration),
      remove: of(deleteDeck),
      removeMany: of(deleteDecks),
      eraseAll: of(eraseDecks),
      exists: (id: string, userId: string) => existsWhole(study, deckKind, userId, id),
      discard: (id: string, userId: string) => discardOwned(study, deckKind, userId, id),
      sourceChanged: (userId: string, id: string, news: SourceNews) => followSource(study, deckKind, userId, id, news),
      pathOf: async (userId: string, id: string) => (await getOwned(study, deckKind, userId, id)).path,
      addCard: of(addCard),
      addPicture: of(addCardPicture),
      updateCard: of(updateCard),
      removeCard: of(removeCard),
      restoreCard: of(restoreCard),
      reportCard: of(reportCard),
      importDecks: of(importDecks),
      previewImport: of(previewImport),
      exportDeck: of(exportDeck),
    },
    reviews: {
      fits,
      create: of(createReview),
      undo: of(deleteReview),
      listQueue: of(listReviewQueue),
      listItems: of(listReviewItems),
      listMastery: of(listMastery),
      getItem: of(getReviewItem),
      updateItem: of(updateReviewItem),
      eachItem: of(eachItem),
      eachEndedItem: of(eachEndedItem),
      getSummary: of(getReviewSummary),
      getYear: of(getReviewYear),
      getSettings: of(getReviewSettings),
      updateSettings: of(updateReviewSettings),
      announceCards: of(announceCards),
      storeHistories: of(storeHistories),
      eraseAll: of(eraseReviews),
      unsubscribe: of(unsubscribeFromReminders),
      reminders: { toRemind: of(listToRemind), remind: of(remind) },
      calendar: { get: of(getReviewCalendar), create: of(createReviewCalendar), read: of(readReviewCalendar) },
      exams: { list: of(listExams), get: of(getExam), create: of(createExam), update: of(updateExam), remove: of(deleteExam) },
    },
  };
};

/** Returns the creation of a call's first attempt. */
export const creation = (): Creation => creationOf(newId(() => Date.parse('2026-03-05T10:00:00Z')));

export const questionOf = (name: string): Omit<QuizQuestion, '_id'> => ({
  question: `Question ${name}?`,
  options: ['right', 'wrong', 'other'].map((text) => ({ text, isCorrect: text === 'right', rationale: 'why' })),
  explanation: 'because',
  topic: 'Heart',
  concept: `Concept ${name}`,
  source: { pointer: { kind: 'text', paragraph: 1 }, quote: 'q' },
});
