import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRawEmbeddedStore, openRawMongoStore } from '@lectern/document-store/data';
import { call } from '@lectern/e2e/api';
import { backendParts, startBackend, type Backend } from '@lectern/e2e/backend';
import { workSecondsOf } from '@lectern/e2e/work-seconds';
import { startMongoServer } from '@lectern/test-servers';
import { prepareAll, rightOf, together, type Learner } from './evening.ts';
import { startCountingProxy, type Passed } from './scale/countingProxy.ts';
import { crowdedServices, itemsEach, writeCrowd } from './scale/crowd.ts';
import { median, percentile, row, type Row } from './table.ts';

/** Learners with a million items together. */
const crowd = 10_000;
/** Those on the tests' server for MongoDB's protocol, which holds everything in memory. */
const standInCrowd = 100;
/** Learners whose calls are measured, the same in both stores. */
const measured = 50;
/** Calls of each kind, in blocks. The ratio of a percentile is the median of the blocks' ratios, because other work disturbs single blocks. */
const blocks = { warming: 1, alone: 5, evening: 5 } as const;
const callsOfBlock = { warming: 200, alone: 200, evening: 120 } as const;
/** 50 learners make as many calls as the 200 of an evening. */
const haste = 4;

type Ask = (learner: Learner, method: string, path: string, body?: unknown) => Promise<unknown>;
type Call = (learner: Learner, round: number) => { method: string; path: string; body?: unknown };

/**
 * The ten most used calls: those of the dashboard, of opening a guide, a quiz and a deck, of answering and of reviewing. A rating takes a
 * card of the learner's queue.
 */
const calls = (cardsOf: ReadonlyMap<Learner, readonly string[]>): Readonly<Record<string, Call>> => ({
  'list of guides': () => ({ method: 'GET', path: '/study-materials' }),
  'one guide': ({ guide }) => ({ method: 'GET', path: `/study-materials/${guide}` }),
  'one quiz': ({ quiz }) => ({ method: 'GET', path: `/quizzes/${quiz}` }),
  'submitted quiz': ({ quiz, questions }) => ({
    method: 'POST',
    path: `/quizzes/${quiz}/submit`,
    body: { answers: questions.map(rightOf) },
  }),
  'one deck': ({ deck }) => ({ method: 'GET', path: `/flashcards/${deck}` }),
  queue: () => ({ method: 'GET', path: '/reviews/queue?limit=20' }),
  rating: (learner, round) => {
    const cards = cardsOf.get(learner) ?? [];
    return { method: 'POST', path: '/reviews', body: { itemId: cards[round % cards.length], kind: 'card', rating: 'good' } };
  },
  summary: () => ({ method: 'GET', path: '/reviews/summary' }),
  mastery: ({ guide }) => ({ method: 'GET', path: `/reviews/mastery?studyMaterialId=${guide}` }),
  'usage of the plan': () => ({ method: 'GET', path: '/subscription/limits' }),
});

/** A site with its measured learners. */
interface Place {
  backend: Backend;
  learners: readonly Learner[];
  calls: Readonly<Record<string, Call>>;
}
type Which = 'full' | 'empty';
type Places = Readonly<Record<Which, Place>>;

const askOf =
  ({ backend }: Place): Ask =>
  async (learner, method, path, body) => {
    const answer = await call(method, path, { token: learner.token, ...(body !== undefined && { body }) }, backend.api);
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${String(answer.status)} ${JSON.stringify(answer.body)}`);
    return answer.body as unknown;
  };

const open = async (environment: NodeJS.ProcessEnv): Promise<Place> => {
  const backend = await startBackend(environment);
  const learners = await prepareAll(backend, measured);
  const place = { backend, learners, calls: {} };
  const cardsOf = new Map<Learner, readonly string[]>();
  for (const learner of learners) {
    const { cards } = (await askOf(place)(learner, 'GET', `/flashcards/${learner.deck}`)) as { cards: { _id: string }[] };
    cardsOf.set(
      learner,
      cards.map(({ _id }) => _id),
    );
  }
  return { ...place, calls: calls(cardsOf) };
};

const workOf = ({ backend }: Place): number => workSecondsOf(...backendParts.map((part) => backend.pid(part)));
const inTurn = (round: number): readonly Which[] => (round % 2 === 0 ? ['full', 'empty'] : ['empty', 'full']);

/** Makes each call in both places, alternating. @returns a row for the median and one for the 99th percentile of each call */
const measure = async (places: Places, state: keyof typeof blocks): Promise<Row[]> => {
  const asks = { full: askOf(places.full), empty: askOf(places.empty) };
  const names = Object.keys(places.full.calls);
  const times = new Map(names.map((name) => [name, [] as Record<Which, number[]>[]]));
  let round = 0;
  for (let block = 0; block < blocks[state]; block += 1)
    for (const name of names) {
      const taken: Record<Which, number[]> = { full: [], empty: [] };
      for (let each = 0; each < callsOfBlock[state]; each += 1, round += 1)
        for (const which of inTurn(round)) {
          const place = places[which];
          const learner = place.learners[round % measured];
          const made = learner && place.calls[name]?.(learner, round);
          if (!made) continue;
          const start = performance.now();
          await asks[which](learner, made.method, made.path, made.body);
          taken[which].push(performance.now() - start);
        }
      times.get(name)?.push(taken);
    }
  const what = state === 'evening' ? ', evening' : '';
  return names.flatMap((name) => {
    const all = times.get(name) ?? [];
    return ([0.5, 0.99] as const).map((share) => {
      const ratio = median(all.map(({ full, empty }) => percentile(full, share) / percentile(empty, share)));
      const of = (which: Which): string =>
        `${percentile(
          all.flatMap((block) => block[which]),
          share,
        ).toFixed(1)} ms`;
      return row(
        `${name}, p${String(share * 100)}${what}`,
        ratio,
        `${of('full')} against ${of('empty')}, ${String(all.length * callsOfBlock[state])} calls`,
      );
    });
  });
};

/** Measures while all learners of both places follow the habits of an evening. */
const measureInEvening = async (places: Places): Promise<Row[]> => {
  let isOver = false;
  const loads = Object.values(places).map(({ backend, learners }) => together(backend, learners, { isOver: () => isOver, haste }));
  try {
    return await measure(places, 'evening');
  } finally {
    isOver = true;
    await Promise.all(loads);
  }
};

/** Builds the crowd's files once, with their indexes, and keeps them for later runs. @returns their folder */
const crowdFolder = async (): Promise<string> => {
  const source = readFileSync(join(import.meta.dirname, 'scale', 'crowd.ts'));
  const folder = join(tmpdir(), `lectern-scale-${createHash('sha256').update(source).update(String(crowd)).digest('hex').slice(0, 12)}`);
  const done = join(folder, 'done');
  if (existsSync(done)) return folder;
  rmSync(folder, { recursive: true, force: true });
  for (const service of crowdedServices)
    await writeCrowd(openRawEmbeddedStore(join(folder, service, `${service}.sqlite`), { create: true }), service, crowd);
  // The first start creates the indexes.
  const backend = await startBackend({ DATA_DIR: folder }, {}, ['auth', 'billing', 'gateway']);
  await backend.stop();
  writeFileSync(done, '');
  return folder;
};

const stopAll = (places: readonly Place[]): Promise<unknown> => Promise.all(places.map(({ backend }) => backend.stop()));

const onFiles = async (): Promise<Row[]> => {
  const built = await crowdFolder();
  const folder = mkdtempSync(join(tmpdir(), 'lectern-scale-run-'));
  const opened: Place[] = [];
  try {
    const [fullFolder, emptyFolder] = [join(folder, 'full'), join(folder, 'empty')];
    for (const service of crowdedServices) cpSync(join(built, service), join(fullFolder, service), { recursive: true });
    const bytes = crowdedServices.reduce((sum, service) => sum + statSync(join(fullFolder, service, `${service}.sqlite`)).size, 0);
    const full = await open({ DATA_DIR: fullFolder });
    opened.push(full);
    // On the same disk: a backend's own folder may be in memory.
    const empty = await open({ DATA_DIR: emptyFolder });
    opened.push(empty);
    const places = { full, empty };
    // Warms up the JIT.
    await measure(places, 'warming');
    const before = { full: workOf(full), empty: workOf(empty) };
    const alone = await measure(places, 'alone');
    const [fullWork, emptyWork] = [workOf(full) - before.full, workOf(empty) - before.empty];
    return [
      row(
        'embedded files',
        undefined,
        `${(bytes / 1e9).toFixed(1)} GB, ${String(crowd * itemsEach)} items of ${String(crowd)} other learners`,
      ),
      ...alone,
      row('CPU time of all calls', fullWork / emptyWork, `${fullWork.toFixed(1)} s against ${emptyWork.toFixed(1)} s`),
      ...(await measureInEvening(places)),
    ];
  } finally {
    await stopAll(opened);
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Counts the commands and answered bytes of each call. */
const countCalls = async (place: Place, passed: Passed): Promise<Map<string, Passed>> => {
  const ask = askOf(place);
  const counts = new Map<string, Passed>();
  for (const [name, made] of Object.entries(place.calls)) {
    const before = { ...passed };
    for (const [round, learner] of place.learners.entries()) {
      const { method, path, body } = made(learner, round);
      await ask(learner, method, path, body);
    }
    counts.set(name, { commands: (passed.commands - before.commands) / measured, bytes: (passed.bytes - before.bytes) / measured });
  }
  return counts;
};

/**
 * On MongoDB's protocol. The tests' stand-in keeps documents in memory and reads whole collections, so its times say nothing about
 * MongoDB: commands and bytes are counted instead. A cluster (`MONGODB_URL`) is measured.
 */
const onMongo = async (): Promise<Row[]> => {
  const server = await startMongoServer();
  const opened: Place[] = [];
  const stops: (() => void)[] = [];
  try {
    const counts = new Map<Which, Map<string, Passed>>();
    const places: Partial<Record<Which, Place>> = {};
    for (const which of ['full', 'empty'] as const) {
      const url = new URL(server.url);
      url.pathname = `/scale_${which}`;
      if (which === 'full')
        for (const service of crowdedServices)
          await writeCrowd(openRawMongoStore(url.href, `scale_full_${service}`), service, server.isStandIn ? standInCrowd : crowd);
      const proxy = server.isStandIn ? await startCountingProxy(url) : undefined;
      if (proxy) stops.push(proxy.stop);
      const place = await open({ MONGODB_URL: (proxy?.url ?? url).href });
      opened.push(place);
      places[which] = place;
      if (proxy) counts.set(which, await countCalls(place, proxy.passed));
    }
    const { full, empty } = places;
    if (!full || !empty) return [];
    if (!server.isStandIn) return (await measure({ full, empty }, 'alone')).map((each) => ({ ...each, name: `${each.name}, MongoDB` }));
    return Object.keys(full.calls).map((name) => {
      const [mine, theirs] = [counts.get('full')?.get(name), counts.get('empty')?.get(name)];
      const told = ({ commands, bytes }: Passed = { commands: 0, bytes: 0 }): string =>
        `${commands.toFixed(1)} commands, ${(bytes / 1000).toFixed(1)} kB`;
      const ratio = Math.max((mine?.commands ?? 0) / (theirs?.commands ?? 0), (mine?.bytes ?? 0) / (theirs?.bytes ?? 0));
      return row(`${name}, stand-in for MongoDB`, ratio, `${told(mine)} against ${told(theirs)}`);
    });
  } finally {
    await stopAll(opened);
    for (const stop of stops) stop();
    await server.stop();
  }
};

/** The ten most used calls of a learner among others with a million items, against the same calls in an empty store. */
export const benchScale = async (): Promise<Row[]> => [...(await onFiles()), ...(await onMongo())];
