import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openRawEmbeddedStore, type RawRow } from '@lectern/document-store/data';
import { startBackend, type Backend } from '@lectern/e2e/backend';
import { credentialHeaders } from '@lectern/service-kit/testing';
import { median, row, type Row } from './table.ts';

/** Cards per deck, and reviews per card. */
const cardsEach = 500;
const reviewsEach = 10;
/** Cards due today, the same for every learner so that sessions have equal length. */
const dueToday = 100;
const rounds = 300;
const batch = 2_000;
const dayMs = 86_400_000;

interface Learner {
  userId: string;
  cards: number;
}
const large: Learner = { userId: 'learner-with-20000-cards', cards: 20_000 };
const small: Learner = { userId: 'learner-with-200-cards', cards: 200 };
/** The other learners in a store with a million items. */
const crowd: readonly Learner[] = Array.from({ length: 5_000 }, (_, index) => ({ userId: `other-${index}`, cards: 200 }));

/** Learners whose parameters are fitted in turn, with 20,000 reviews each. */
const fitted: readonly Learner[] = Array.from({ length: 4 }, (_, index) => ({ userId: `fitted-${index}`, cards: 2_000 }));
/** Time limit for a fit, and the pause after it in which its schedules are recomputed. Milliseconds. */
const longestFitMs = 60_000;
const afterFitMs = 5_000;

const today = Math.floor((Date.now() - 4 * 3_600_000) / dayMs);
const startOf = (day: number): string => new Date(day * dayMs + 4 * 3_600_000).toISOString();
const at = startOf(today - 500);
const asRow = (document: Record<string, unknown> & { _id: string }, folded?: string): RawRow => ({ _id: document._id, document, folded });

const cardIdOf = ({ userId }: Learner, index: number): string => `${userId}-card-${String(index).padStart(5, '0')}`;

/** An item as the service stores it, reviewed ten times. */
const itemOf = (learner: Learner, index: number): RawRow => {
  const { userId, cards } = learner;
  const parentId = `${userId}-deck-${Math.floor(index / cardsEach)}`;
  const due = startOf(index < dueToday ? today : today + 1 + (index % Math.min(cards, 400)));
  const lastDay = today - 40 - (index % 60);
  const content = { front: `What does segment ${index} of the nephron do with water?`, back: 'It is reabsorbed there. '.repeat(4) };
  return asRow({
    ...{ _id: cardIdOf(learner, index), userId, kind: 'card', parentId, studyMaterialId: '', passage: '', createdAt: at, content },
    ...{ suspended: false, place: 'review', state: 'review', due, stability: 60 + (index % 90), difficulty: 5, step: 0, reps: reviewsEach },
    ...{
      lapses: 0,
      firstDay: today - 400,
      introducedDay: today - 400,
      lastDay,
      lastAnsweredAt: startOf(lastDay),
      unplanned: { place: 'review', due },
    },
    ...{ pending: [], isBehind: false, revision: 11 },
  });
};

const reviewsOf = (learner: Learner, index: number): RawRow[] =>
  Array.from({ length: reviewsEach }, (_, number) => {
    const day = today - 400 + number * 36 + (index % 36);
    return asRow({
      ...{ _id: `${cardIdOf(learner, index)}-${number}`, userId: learner.userId, itemId: cardIdOf(learner, index), kind: 'card' },
      ...{ parentId: `${learner.userId}-deck-${Math.floor(index / cardsEach)}`, rating: number % 7 === 6 ? 'again' : 'good' },
      ...{ answeredAt: startOf(day), day, desiredRetention: 0.9, timeZone: 'UTC', dayStartsAt: 4 },
    });
  });

const decksOf = (learner: Learner): { decks: RawRow[]; known: RawRow[] } => {
  const ids = Array.from({ length: Math.ceil(learner.cards / cardsEach) }, (_, index) => `${learner.userId}-deck-${index}`);
  const cardsOf = (deck: number) =>
    Array.from({ length: Math.min(cardsEach, learner.cards - deck * cardsEach) }, (_, index) => ({
      ...{ _id: cardIdOf(learner, deck * cardsEach + index), front: 'What does it do?', back: 'It is reabsorbed there. '.repeat(4) },
    }));
  const common = { userId: learner.userId, title: 'Nephron', revision: 1 };
  return {
    decks: ids.map((_id, index) =>
      asRow(
        {
          ...{
            _id,
            ...common,
            description: '',
            searchText: 'Nephron\n',
            cards: cardsOf(index),
            itemCount: cardsEach,
            stylePreference: null,
          },
          ...{ generatedBy: 'learner', removedFronts: [], applied: [], createdAt: at, studyMaterialId: '', studyMaterialTitle: '' },
          ...{ studyMaterialVersion: 0, isSourceDeleted: false },
        },
        'nephron',
      ),
    ),
    known: ids.map((_id) => asRow({ _id, ...common, isBehind: false, changes: 1, announcedAt: at, version: 1 })),
  };
};

const fill = async (file: string, learners: readonly Learner[], withLog: (learner: Learner) => boolean): Promise<void> => {
  const store = openRawEmbeddedStore(file, { create: true });
  const writeAll = async (collection: string, rows: readonly RawRow[]): Promise<void> => {
    for (let index = 0; index < rows.length; index += batch) await store.write(collection, rows.slice(index, index + batch));
  };
  for (const learner of learners) {
    const indexes = Array.from({ length: learner.cards }, (_, index) => index);
    await writeAll(
      'reviewItems',
      indexes.map((index) => itemOf(learner, index)),
    );
    if (!withLog(learner)) continue;
    const { decks, known } = decksOf(learner);
    for (const index of indexes) await writeAll('reviews', reviewsOf(learner, index));
    await writeAll('decks', decks);
    await writeAll('knownDecks', known);
    const { userId } = learner;
    await writeAll('reviewLearners', [asRow({ _id: userId, userId, version: 0, hasKnownDecks: true })]);
    // A learner who was checked today is not fitted again. A fit would disturb the comparison.
    if (!fitted.includes(learner))
      await writeAll('reviewParameters', [asRow({ _id: userId, userId, checkedAt: new Date().toISOString(), isApplied: true })]);
    await writeAll('plans', [asRow({ _id: userId, tier: 'premium', status: 'active', premiumUntil: null, version: 1 })]);
  }
  await store.set('folding of decks', 'searchText 2');
  await store.set('folding of quizzes', 'searchText 2');
  await store.set('format', '1');
  await store.close();
};

type Call = (learner: Learner, round: number) => { method: string; path: string; body?: object };
const review: Call = (learner, round) => ({
  method: 'POST',
  path: '/reviews',
  body: { itemId: cardIdOf(learner, dueToday + (round % 100)), kind: 'card', rating: 'good' },
});
const calls: Record<string, Call> = {
  queue: () => ({ method: 'GET', path: '/reviews/queue' }),
  summary: () => ({ method: 'GET', path: '/reviews/summary' }),
  'a review': review,
};

interface Place {
  origin: string;
  learner: Learner;
}

const request = async ({ origin, learner }: Place, secret: string, { method, path, body }: ReturnType<Call>): Promise<[number, string]> => {
  const credential = credentialHeaders(secret, 'study', path, { identity: { userId: learner.userId, sessionId: 's' } });
  const start = performance.now();
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: { ...credential, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const ms = performance.now() - start;
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return [ms, text];
};

const ask = async (place: Place, secret: string, call: ReturnType<Call>): Promise<number> => (await request(place, secret, call))[0];

const p99Of = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? 0;

/** One learner's queue while the parameters of others are fitted, against the same number of calls while none are. */
const compareFitting = async (origin: string, secret: string): Promise<Row> => {
  const queue = { method: 'GET', path: '/reviews/queue' };
  const place = { origin, learner: small };
  const [during, without]: [number[], number[]] = [[], []];
  for (const learner of fitted) {
    // Reading the queue triggers a fit.
    await ask({ origin, learner }, secret, queue);
    const isFitting = async () => {
      const [, settings] = await request({ origin, learner }, secret, { method: 'GET', path: '/reviews/settings' });
      return !settings.includes('"parameters"');
    };
    const before = during.length;
    for (const start = performance.now(); (await isFitting()) && performance.now() - start < longestFitMs;)
      for (let call = 0; call < 10; call += 1) during.push(await ask(place, secret, queue));
    await wait(afterFitMs);
    for (let call = before; call < during.length; call += 1) without.push(await ask(place, secret, queue));
  }
  const [mine, theirs] = [p99Of(during), p99Of(without)];
  return row(
    'queue, p99, while parameters are fitted',
    mine / theirs,
    `${mine.toFixed(2)} ms against ${theirs.toFixed(2)} ms, ${during.length} calls each`,
  );
};

/** Makes each call in both places, alternating. Also reads the summary after a review, when some of its figures are outdated. */
const compare = async (one: Place, other: Place, secret: string, what: string): Promise<Row[]> => {
  const rows: Row[] = [];
  const timeOf = async (place: Place, call: Call, round: number): Promise<number> => ask(place, secret, call(place.learner, round));
  for (const [name, call] of Object.entries({ ...calls, 'summary after a review': undefined })) {
    const [times, others]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1)
      for (const [place, taken] of round % 2 === 0
        ? ([
            [one, times],
            [other, others],
          ] as const)
        : ([
            [other, others],
            [one, times],
          ] as const)) {
        if (!call) await timeOf(place, review, round);
        taken.push(await timeOf(place, call ?? (() => ({ method: 'GET', path: '/reviews/summary' })), round));
      }
    const [mine, theirs] = [median(times.slice(20)), median(others.slice(20))];
    rows.push(row(`${name}, ${what}`, mine / theirs, `${mine.toFixed(2)} ms against ${theirs.toFixed(2)} ms`));
  }
  return rows;
};

/** Queue, summary and review: a learner with many cards against one with few, and a learner among a million items against one alone. */
export async function benchReviews(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-reviews-'));
  const secret = 'the secret of a bench, twice';
  const rest = ['auth', 'library', 'billing', 'gateway'] as const;
  const backends: Backend[] = [];
  const open = async (name: string, learners: readonly Learner[]): Promise<string> => {
    const data = join(folder, name);
    await fill(join(data, 'study', 'study.sqlite'), learners, (learner) => !crowd.includes(learner));
    const backend = await startBackend({ DATA_DIR: data, INTERNAL_SECRET: secret }, {}, [...rest]);
    backends.push(backend);
    return backend.origin('study');
  };
  try {
    const both = await open('both', [large, small]);
    const fitting = await compareFitting(await open('fitting', [small, ...fitted]), secret);
    const rows = await compare({ origin: both, learner: large }, { origin: both, learner: small }, secret, 'much and little');
    const [full, alone] = [await open('full', [small, ...crowd]), await open('alone', [small])];
    return [
      fitting,
      ...rows,
      ...(await compare({ origin: full, learner: small }, { origin: alone, learner: small }, secret, 'among a million items')),
    ];
  } finally {
    await Promise.all(backends.map((backend) => backend.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
}
