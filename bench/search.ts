import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRawEmbeddedStore, type RawRow } from '@lectern/document-store/data';
import { foldText } from '@lectern/document-store';
import { startBackend } from '@lectern/e2e/backend';
import { credentialHeaders } from '@lectern/service-kit/testing';
import { median, row, type Row } from './table.ts';

const guides = 5;
const searches = 10;
const rounds = 200;
const secret = 'the secret of a bench, twice';
const at = '2026-03-05T10:00:00.000Z';
const filler = 'что каждый отдел нефрона делает с водой, натрием и глюкозой. ';

/** One learner's guides as the library stores them, each with about 2 MB of text. */
const rowsOf = (userId: string, bytes: number): Record<string, RawRow[]> => {
  const asRow = (document: Record<string, unknown> & { _id: string }, folded?: string): RawRow => ({ _id: document._id, document, folded });
  const ids = Array.from({ length: guides }, (_, index) => `${userId}-${index}`);
  const text = filler.repeat(Math.ceil(bytes / Buffer.byteLength(filler)));
  return {
    materials: ids.map((_id) =>
      asRow({
        ...{ _id, userId, state: 'live', title: 'A lecture', stylePreference: null, overview: '', preview: '', generatedBy: 'offline' },
        ...{ folderId: '', createdAt: at, version: 1, outbox: [], outboxCount: 0 },
      }),
    ),
    materialTexts: ids.map((_id) => asRow({ _id, userId, text }, foldText(text))),
  };
};

/** Latency of another learner's call to the library while one learner runs ten searches through five guides of 2 MB. */
export async function benchSearch(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-search-'));
  const store = openRawEmbeddedStore(join(folder, 'library', 'library.sqlite'), { create: true });
  for (const rows of [rowsOf('ann', 2_000_000), rowsOf('ben', 2_000)])
    for (const [collection, all] of Object.entries(rows)) await store.write(collection, all);
  await store.set('folding of materialTexts', 'text 2');
  await store.set('format', '1');
  await store.close();
  const backend = await startBackend({ DATA_DIR: folder, INTERNAL_SECRET: secret }, {}, ['auth', 'study', 'billing', 'gateway']);
  try {
    const ask = async (userId: string, path: string): Promise<number> => {
      const headers = credentialHeaders(secret, 'library', path, { identity: { userId, sessionId: 's' } });
      const start = performance.now();
      const response = await fetch(`${backend.origin('library')}${path}`, { headers });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
      return performance.now() - start;
    };
    const alone: number[] = [];
    for (let round = 0; round < rounds; round += 1) alone.push(await ask('ben', '/study-materials'));
    const during: number[] = [];
    const totals: number[] = [];
    for (const word of ['глюкоз', 'не в тексте']) {
      let isOver = false;
      const start = performance.now();
      const all = Promise.all(Array.from({ length: searches }, () => ask('ann', `/study-materials?q=${encodeURIComponent(word)}`))).finally(
        () => {
          isOver = true;
          totals.push(performance.now() - start);
        },
      );
      while (!isOver) during.push(await ask('ben', '/study-materials'));
      await all;
    }
    const [idle, busy, slowest] = [median(alone.slice(20)), median(during), Math.max(...during)];
    return [
      row(
        "another's list meanwhile, the median",
        busy / idle,
        `${busy.toFixed(1)} ms, ${idle.toFixed(1)} ms alone; ${during.length} calls`,
      ),
      row("another's list meanwhile, the slowest", slowest / idle, `${slowest.toFixed(0)} ms`),
      row('ten searches that find all and ten that find none', undefined, totals.map((ms) => `${ms.toFixed(0)} ms`).join(', ')),
    ];
  } finally {
    await backend.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
