import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRawEmbeddedStore, openRawMongoStore, type RawRow, type RawStore } from '@lectern/document-store/data';
import { startBackend, type Backend } from '@lectern/e2e/backend';
import { credentialHeaders } from '@lectern/service-kit/testing';
import { median, row, type Row } from './table.ts';

const learners = 100_000;
const guidesEach = 10;
/** Learners whose calls are measured. In the full store they are spread evenly; the other store has only them. */
const measured = 50;
const rounds = 400;
const batch = 2_000;

const idOf = (learner: number, thing = 0): string => `0190${String(learner).padStart(7, '0')}-${String(thing).padStart(4, '0')}`;
const asRow = (document: Record<string, unknown> & { _id: string }, folded?: string): RawRow => ({ _id: document._id, document, folded });
const at = '2026-03-05T10:00:00.000Z';

/** All of a learner's documents in the library, as they are stored. */
const rowsOf = (learner: number): Record<string, RawRow[]> => {
  const userId = idOf(learner);
  const guides = Array.from({ length: guidesEach }, (_, index) => {
    const _id = idOf(learner, index + 1);
    const title = `Lecture ${index + 1} of ${learner}: the renal system`;
    const text = `${title}\nFiltration, reabsorption and secretion in the nephron.\n${'What each segment does with water, sodium and glucose. '.repeat(4)}`;
    const material = {
      ...{ _id, userId, state: 'live', title, stylePreference: null, overview: 'Filtration and reabsorption.', preview: 'Filtration...' },
      ...{ generatedBy: 'offline', folderId: '', createdAt: at, version: 1, outbox: [], outboxCount: 0 },
    };
    const passage = { pointer: { kind: 'text', paragraph: 1 }, kind: 'paragraph', level: 0, text };
    const body = {
      _id,
      userId,
      source: { title, language: 'en', passages: [passage] },
      markdown: `# ${title}`,
      edited: false,
      citations: [],
    };
    return { material, body, text: { _id, userId, text } };
  });
  return {
    materials: guides.map(({ material }) => asRow(material)),
    materialBodies: guides.map(({ body }) => asRow(body)),
    materialTexts: guides.map(({ text }) => asRow(text, text.text.toLowerCase().replace(/\s+/g, ' '))),
    folders: [asRow({ _id: idOf(learner, 99), userId, name: 'Nephrology', createdAt: at }, 'nephrology')],
    counters: (['studyMaterials', 'folders'] as const).map((thing) =>
      asRow({ _id: `${userId}:${thing}`, userId, held: thing === 'folders' ? 1 : guidesEach, pending: [], pendingCount: 0 }),
    ),
    plans: [asRow({ _id: userId, tier: 'premium', status: 'active', premiumUntil: null, version: 1 })],
  };
};

const fill = async (store: RawStore, who: readonly number[]): Promise<void> => {
  const waiting = new Map<string, RawRow[]>();
  const write = async (collection: string, rows: RawRow[]): Promise<void> => {
    await store.write(collection, rows);
    waiting.set(collection, []);
  };
  for (const learner of who)
    for (const [collection, rows] of Object.entries(rowsOf(learner))) {
      const all = [...(waiting.get(collection) ?? []), ...rows];
      waiting.set(collection, all);
      if (all.length >= batch) await write(collection, all);
    }
  for (const [collection, rows] of waiting) await write(collection, rows);
  // Search texts are already folded, so the library does not fold them on start.
  await store.set('folding of materialTexts', 'text 1');
  await store.set('folding of folders', 'name 1');
  await store.set('format', '1');
  await store.close();
};

type Call = (learner: number) => { method: string; path: string; body?: object };
const calls: Record<string, Call> = {
  'list of guides': () => ({ method: 'GET', path: '/study-materials' }),
  'page of the list': (learner) => ({ method: 'GET', path: `/study-materials?limit=3&after=${idOf(learner, 8)}` }),
  'search for guides': () => ({ method: 'GET', path: '/study-materials?q=reabsorption' }),
  'one guide': (learner) => ({ method: 'GET', path: `/study-materials/${idOf(learner, 3)}` }),
  folders: () => ({ method: 'GET', path: '/folders' }),
  'usage for the limits': (learner) => ({ method: 'GET', path: `/internal/usage/${idOf(learner)}` }),
  'change of a guide': (learner) => ({ method: 'PUT', path: `/study-materials/${idOf(learner, 4)}`, body: { content: '# Mine' } }),
  'new folder': () => ({ method: 'POST', path: '/folders', body: { name: 'Cardiology' } }),
};

const measure = async (
  names: readonly ['full', 'alone'],
  origins: Record<'full' | 'alone', string>,
  secret: string,
  who: readonly number[],
): Promise<Row[]> => {
  const ask = async (origin: string, learner: number, call: Call): Promise<number> => {
    const { method, path, body } = call(learner);
    const credential = credentialHeaders(secret, 'library', path, { identity: { userId: idOf(learner), sessionId: 's' } });
    const start = performance.now();
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: { ...credential, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    const ms = performance.now() - start;
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    return ms;
  };
  const rows: Row[] = [];
  for (const [name, call] of Object.entries(calls)) {
    const times = { full: [] as number[], alone: [] as number[] };
    for (let round = 0; round < rounds; round += 1)
      // Alternates, and swaps the order each round, so that noise affects both.
      for (const which of round % 2 === 0 ? names : ([...names].reverse() as ('full' | 'alone')[]))
        times[which].push(await ask(origins[which], who[round % who.length] ?? 0, call));
    const [full, alone] = [median(times.full.slice(measured)), median(times.alone.slice(measured))];
    rows.push(
      row(
        name,
        full / alone,
        `${full.toFixed(2)} ms among ${learners * guidesEach} guides, ${alone.toFixed(2)} ms among ${who.length * guidesEach}`,
      ),
    );
  }
  return rows;
};

/** One learner's calls in a store with 100,000 learners and a million guides, against the same calls in a store with 50 learners. */
export async function benchScale(): Promise<Row[]> {
  const cluster = process.env['MONGODB_URL'];
  const folder = mkdtempSync(join(tmpdir(), 'lectern-scale-'));
  const secret = 'the secret of a bench, twice';
  const all = Array.from({ length: learners }, (_, index) => index);
  const who = Array.from({ length: measured }, (_, index) => index * (learners / measured) + 7);
  const backends: Backend[] = [];
  const rest = ['auth', 'study', 'billing', 'gateway'] as const;
  try {
    const onFiles: { full: string; alone: string } = { full: '', alone: '' };
    for (const which of ['full', 'alone'] as const) {
      const data = join(folder, which);
      await fill(openRawEmbeddedStore(join(data, 'library', 'library.sqlite'), { create: true }), which === 'full' ? all : who);
      const backend = await startBackend({ DATA_DIR: data, INTERNAL_SECRET: secret }, {}, [...rest]);
      backends.push(backend);
      onFiles[which] = backend.origin('library');
    }
    const bytes = statSync(join(folder, 'full', 'library', 'library.sqlite')).size;
    const rows = await measure(['full', 'alone'], onFiles, secret, who);
    rows.push(row('embedded file', undefined, `${(bytes / 1e9).toFixed(1)} GB`));
    if (!cluster) return [...rows, row('on MongoDB', undefined, 'not measured: MONGODB_URL is not set')];
    const onCluster: { full: string; alone: string } = { full: '', alone: '' };
    for (const which of ['full', 'alone'] as const) {
      const url = new URL(cluster);
      url.pathname = `/scale_${which}`;
      await fill(openRawMongoStore(url.href, `scale_${which}_library`), which === 'full' ? all : who);
      const backend = await startBackend({ MONGODB_URL: url.href, INTERNAL_SECRET: secret }, {}, [...rest]);
      backends.push(backend);
      onCluster[which] = backend.origin('library');
    }
    const there = await measure(['full', 'alone'], onCluster, secret, who);
    return [...rows, ...there.map((each) => ({ ...each, name: `${each.name}, MongoDB` }))];
  } finally {
    await Promise.all(backends.map((backend) => backend.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
}
