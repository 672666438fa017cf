import { FSRSAlgorithm, Rating } from 'ts-fsrs';
import {
  OwnedMaterials,
  type ExamDetail,
  type FlashcardDeck,
  type QueuedReview,
  type Quiz,
  type QuizQuestion,
  type ReviewRating,
  type ReviewSummary,
  type ReviewYear,
  randomFrom,
} from '@lectern/contracts';
import { memoryStore } from '@lectern/document-store/testing';
import { createContentMetrics, createMetrics, silentLog } from '@lectern/service-kit';
import { credentialHeaders, threadsHere } from '@lectern/service-kit/testing';
import { memoryObjectStore } from '@lectern/object-store/testing';
import { createApp } from '../createApp.ts';
import { createDeckReader } from '../imports/createDeckReader.ts';
import { allCollections } from '../store.ts';
import * as tasks from '../tasks.ts';

/** The same ids in every run, because a schedule varies with the id of its item. With these, more than 500 answers count. */
jest.mock('@lectern/document-store', () => {
  let made = 5_000;
  const newId = () => `00000000-0000-7000-8000-${(made += 1).toString(16).padStart(12, '0')}`;
  return { ...jest.requireActual<object>('@lectern/document-store'), newId };
});

const secret = 'a secret of the tests';
const userId = 'u1';
const dayMs = 86_400_000;
const firstMorning = Date.parse('2026-03-02T09:00:00Z');
const weeks = 12;
const examDay = 42;
const wanted = 0.9;

const questionOf = (index: number): Omit<QuizQuestion, '_id'> => ({
  question: `Question ${index}?`,
  options: ['right', 'wrong'].map((text) => ({ text, isCorrect: text === 'right', rationale: 'why' })),
  explanation: 'because',
  topic: 'Lung',
  concept: `Concept ${index}`,
  source: { pointer: { kind: 'text', paragraph: index + 1 }, quote: 'q' },
});

/** The service with its calls, by a clock that the test sets. */
const openService = async (clock: () => Date) => {
  const metrics = createMetrics({ part: 'study' });
  const app = createApp({
    publicUrl: 'http://localhost:3000',
    store: memoryStore(allCollections),
    content: {
      generatedBy: 'fake',
      follow: () => undefined,
      progressOf: () => undefined,
      degraded: () => undefined,
      idle: async () => undefined,
      stop: async () => undefined,
      quiz: async (_userId, _materials, { count }) => ({
        questions: Array.from({ length: count }, (_, index) => questionOf(index)),
        generatedBy: 'fake',
      }),
      explain: async () => ({ text: '', answeredBy: 'nothing', passages: [] }),
      cards: async (_userId, _materials, { count }) => ({
        cards: Array.from({ length: count }, (_, index) => ({ front: `Front ${index}`, back: `Back ${index}` })),
        generatedBy: 'fake',
      }),
    },
    deckReader: createDeckReader({ metrics, log: silentLog }),
    objects: memoryObjectStore(),
    pictureEncoder: { encode: async () => ({ pictures: [], leftOut: [] }) },
    threads: threadsHere(tasks),
    contentMetrics: createContentMetrics(metrics),
    // When a fit in a thread ends depends on the machine.
    fit: async () => undefined,
    apiUrl: 'http://localhost:8080',
    internalSecret: secret,
    call: async ({ path, body, answer }) => {
      if (path.startsWith('/internal/plan'))
        return answer.parse({ userId, tier: 'premium', status: 'active', premiumUntil: null, version: 1 });
      if (path.endsWith('/owned')) return answer.parse(OwnedMaterials.parse(body));
      const [, id = ''] = /study-materials\/([^/]+)/.exec(path) ?? [];
      return answer.parse({ _id: id, title: id, source: { title: id, language: 'en', passages: [] } });
    },
    metrics,
    log: silentLog,
    clock,
  });
  await app.settle();
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await app.app.request(path, {
      method,
      headers: {
        ...credentialHeaders(secret, 'study', path.split('?')[0] ?? path, { identity: { userId, sessionId: 's1' }, now: clock() }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer as T;
  };
  return { app, ask };
};

/** A learner who forgets by the curve of FSRS. What is asked again on the same day is still known. */
const createLearner = () => {
  const fsrs = new FSRSAlgorithm({});
  const random = randomFrom(12);
  const memories = new Map<string, { stability: number; difficulty: number; lastDay: number }>();
  const recallOf = (itemId: string, day: number): number => {
    const memory = memories.get(itemId);
    return memory ? fsrs.forgetting_curve(day - memory.lastDay, memory.stability) : 0;
  };
  return {
    recallOf,
    /** Whether the answer tests memory: the item was seen before, and not yet on this day. */
    isAsked: (itemId: string, day: number): boolean => {
      const memory = memories.get(itemId);
      return memory !== undefined && memory.lastDay < day;
    },
    answer(itemId: string, day: number): ReviewRating {
      const memory = memories.get(itemId);
      // A card that was never seen is understood at once four times in five.
      const chance = memory ? (memory.lastDay === day ? 1 : recallOf(itemId, day)) : 0.8;
      const rating = random() < chance ? 'good' : 'again';
      const elapsed = memory ? day - memory.lastDay : 0;
      const { stability, difficulty } = fsrs.next_state(memory ?? null, elapsed, rating === 'good' ? Rating.Good : Rating.Again);
      memories.set(itemId, { stability, difficulty, lastDay: day });
      return rating;
    },
  };
};

it('twelve weeks of daily sessions: what is wanted is retained, all is seen before the exam, no day is above its plan, and deletions leave the history as it is', async () => {
  const time = { now: firstMorning };
  const { app, ask } = await openService(() => new Date(time.now));
  const learner = createLearner();
  for (const studyMaterialId of ['heart', 'heart', 'heart', 'heart', 'lung'])
    await ask('POST', '/flashcards', { studyMaterialId, cardCount: 30 });
  const date = new Date(firstMorning + examDay * dayMs).toISOString().slice(0, 10);
  const { _id } = await ask<ExamDetail>('POST', '/exams', { name: 'Cardiology', date, studyMaterialIds: ['heart'] });

  /** A guide beside the exam, of which a quiz is missed every two weeks. */
  const quiz = await ask<Quiz>('POST', '/quizzes/generate', { studyMaterialId: 'lung', questionCount: 5 });
  const missAll = () => ask('POST', `/quizzes/${quiz._id}/submit`, { answers: Array.from({ length: 5 }, () => 'wrong') });
  const history = async () => {
    const { reviewedToday, streakDays, retention30d } = await ask<ReviewSummary>('GET', '/reviews/summary');
    return { reviewedToday, streakDays, retention30d, year: await ask<ReviewYear>('GET', '/reviews/year') };
  };
  /** Generates the quiz anew, and deletes a card and a deck of the same guide, and the quiz in the end. */
  const deleteSome = async (day: number): Promise<void> => {
    const before = await history();
    if (day === weeks * 7 - 1) await ask('DELETE', `/quizzes/${quiz._id}`);
    else await ask('PUT', `/quizzes/${quiz._id}/regenerate`, { studyMaterialId: 'lung' });
    expect(await history()).toEqual(before);
    const [deck] = await ask<FlashcardDeck[]>('GET', '/flashcards?studyMaterialId=lung');
    if (deck) {
      const { cards } = await ask<FlashcardDeck>('GET', `/flashcards/${deck._id}`);
      await ask('DELETE', `/flashcards/${deck._id}/cards/${cards[0]?._id ?? ''}`);
      expect(await history()).toEqual(before);
      await ask('DELETE', `/flashcards/${deck._id}`);
    }
    expect(await history()).toEqual(before);
  };

  const ofExam = new Set<string>();
  const seenAtLast = new Set<string>();
  const answers = { asked: 0, recalled: 0 };
  const over: unknown[] = [];
  let answered = 0;
  let answeredInAll = 0;
  const session = async (day: number): Promise<Set<string>> => {
    const shown = new Set<string>();
    for (;;) {
      const queue = await ask<QueuedReview[]>('GET', '/reviews/queue?limit=100');
      if (queue.length === 0) return shown;
      for (const { itemId, kind, studyMaterialId } of queue) {
        const isLastLook = day >= examDay - 5 && day < examDay && studyMaterialId === 'heart';
        const isCounted = learner.isAsked(itemId, day) && !isLastLook;
        const rating = learner.answer(itemId, day);
        if (isCounted) {
          answers.asked += 1;
          answers.recalled += Number(rating === 'good');
        }
        if (studyMaterialId === 'heart') {
          ofExam.add(itemId);
          shown.add(itemId);
          if (isLastLook) seenAtLast.add(itemId);
        }
        time.now += 10_000;
        answered += 1;
        await ask('POST', '/reviews', { itemId, kind, rating });
      }
    }
  };
  let met = 0;
  /** Days in a row with an answer, up to the day before, and up to this day. */
  let streak = { before: 0, now: 0 };
  for (let day = 0; day < weeks * 7; day += 1) {
    time.now = firstMorning + day * dayMs;
    const exam = await ask<ExamDetail>('GET', `/exams/${_id}`);
    if (day === examDay - 6) met = exam.seen;
    if (day === examDay) {
      const known = [...ofExam].reduce((sum, itemId) => sum + learner.recallOf(itemId, day), 0) / ofExam.size;
      expect(Math.abs((exam.readiness ?? 0) - known)).toBeLessThan(0.05);
      expect(known).toBeGreaterThan(wanted);
    }
    if (day === examDay + 1) await ask('PUT', `/exams/${_id}`, { afterwards: 'continue' });
    const [planned] = exam.plan;
    answered = 0;
    const shown = await session(day);
    if (day % 14 === 0) {
      await missAll();
      answered += quiz.questions.length;
    }
    answeredInAll += answered;
    streak = { before: streak.now, now: answered > 0 ? streak.now + 1 : 0 };
    if (day % 14 === 13) await deleteSome(day);
    // New cards last for the first eight days, so that none of them is without an answer.
    if (day === 7) expect(await ask<ReviewSummary>('GET', '/reviews/summary')).toMatchObject({ streakDays: 8 });
    if (planned && shown.size > planned.new + planned.reviews) over.push({ day, planned, shown: shown.size });
  }
  expect(over).toEqual([]);
  expect([met, ofExam.size, seenAtLast.size]).toEqual([120, 120, 120]);
  expect(answers.asked).toBeGreaterThan(500);
  const retention = answers.recalled / answers.asked;
  expect(Math.abs(retention - wanted)).toBeLessThan(0.03);
  const summary = await ask<ReviewSummary>('GET', '/reviews/summary');
  // A day without an answer may still get one.
  expect(summary.streakDays).toBe(streak.now === 0 ? streak.before : streak.now);
  expect(Math.abs((summary.retention30d ?? 0) - wanted)).toBeLessThan(0.08);
  expect((await history()).year.reduce((sum, { reviews }) => sum + reviews, 0)).toBe(answeredInAll);
  await app.close();
}, 60_000);
