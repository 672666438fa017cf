import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBackend } from '@lectern/e2e/backend';
import { openRawEmbeddedStore, type RawRow } from '@lectern/document-store/data';
import { foldText } from '@lectern/document-store';
import { credentialHeaders } from '@lectern/service-kit/testing';
import { median, row, type Row } from './table.ts';

const sizes = { few: 20, many: 2_000 } as const;
type Learner = keyof typeof sizes;
const rounds = 200;
const warming = 30;
/** The length of a guide's text in characters, as of a lecture of 30 slides. */
const textLength = 10_000;
const secret = 'the secret of a bench, twice';
const at = '2026-03-05T10:00:00.000Z';
const words =
  'kidney nephron filtration water sodium glucose tubule cortex medulla urine plasma protein vessel pressure hormone segment membrane channel transport gradient'.split(
    ' ',
  );

const asRow = (document: Record<string, unknown> & { _id: string }, folded?: string): RawRow => ({ _id: document._id, document, folded });
const idOf = (learner: Learner, thing: string, index: number): string => `${learner}-${thing}-${String(index).padStart(5, '0')}`;
const titleOf = (index: number): string => `Lecture ${String(index)}: renal physiology`;
/** Text with the words in another order for each guide. The oldest guide of each learner also has a word of its own. */
const textOf = (index: number): string => {
  const text: string[] = [titleOf(index), ...(index === 0 ? ['Tamm-Horsfall'] : [])];
  for (let at = index, length = 0; length < textLength; at += 1 + (at % 7)) {
    const word = words[at % words.length] ?? '';
    text.push(word);
    length += word.length + 1;
  }
  return text.join(' ');
};

const common = (userId: Learner, index: number) => ({
  userId,
  title: titleOf(index),
  description: '',
  stylePreference: null,
  createdAt: at,
});
const rowsOf = (userId: Learner): Record<'library' | 'study', Record<string, RawRow[]>> => {
  const indexes = Array.from({ length: sizes[userId] }, (_, index) => index);
  const each = (work: (index: number) => RawRow): RawRow[] => indexes.map(work);
  const ofGuide = (index: number) => ({
    ...{ studyMaterialId: idOf(userId, 'guide', index), studyMaterialTitle: titleOf(index), studyMaterialVersion: 1 },
    ...{ isSourceDeleted: false, generatedBy: 'offline', revision: 1, applied: [], searchText: `${titleOf(index)}\n` },
  });
  return {
    library: {
      materials: each((index) =>
        asRow({
          ...{
            _id: idOf(userId, 'guide', index),
            ...common(userId, index),
            state: 'live',
            overview: 'Filtration.',
            preview: 'Filtration.',
          },
          ...{ generatedBy: 'offline', folderId: '', version: 1, outbox: [], outboxCount: 0 },
        }),
      ),
      materialTexts: each((index) => asRow({ _id: idOf(userId, 'guide', index), userId, text: textOf(index) }, foldText(textOf(index)))),
      folders: Array.from({ length: 10 }, (_, index) =>
        asRow({ _id: idOf(userId, 'folder', index), userId, name: 'Nephrology', createdAt: at }, 'nephrology'),
      ),
    },
    study: {
      quizzes: each((index) =>
        asRow(
          {
            ...{ _id: idOf(userId, 'quiz', index), ...common(userId, index), ...ofGuide(index), questions: [], itemCount: 10 },
            ...{ difficultyLevel: 'medium', currentScore: 0, attempts: 0, scoreSum: 0, askedStems: [] },
          },
          foldText(titleOf(index)),
        ),
      ),
      decks: each((index) =>
        asRow(
          { _id: idOf(userId, 'deck', index), ...common(userId, index), ...ofGuide(index), cards: [], itemCount: 10 },
          foldText(titleOf(index)),
        ),
      ),
    },
  };
};

const fill = async (folder: string): Promise<void> => {
  for (const service of ['library', 'study'] as const) {
    const store = openRawEmbeddedStore(join(folder, service, `${service}.sqlite`), { create: true });
    for (const learner of Object.keys(sizes) as Learner[])
      for (const [collection, rows] of Object.entries(rowsOf(learner)[service])) await store.write(collection, rows);
    const folded = { library: { materialTexts: 'text', folders: 'name' }, study: { quizzes: 'searchText', decks: 'searchText' } }[service];
    for (const [collection, field] of Object.entries(folded)) await store.set(`folding of ${collection}`, `${field} 2`);
    await store.set('format', '1');
    await store.close();
  }
};

type Call = readonly [service: 'library' | 'study', path: string];
/** The calls that the jump dialog makes for a text. */
const jumpTo = (q: string): readonly Call[] =>
  (
    [
      ['library', '/study-materials'],
      ['library', '/folders'],
      ['study', '/quizzes'],
      ['study', '/flashcards'],
    ] as const
  ).map(([service, path]) => [service, `${path}?limit=5&q=${encodeURIComponent(q)}`]);
const searchFor = (q: string): readonly Call[] => [['library', `/study-materials?q=${encodeURIComponent(q)}&limit=20`]];

const actions: Readonly<Record<string, readonly Call[]>> = {
  'list, a page of 20': [['library', '/study-materials?limit=20']],
  'list, the first page (at most 100)': [['library', '/study-materials']],
  'search, in every guide': searchFor('filtration'),
  'search, in the oldest guide': searchFor('tamm-horsfall'),
  'search, in no guide': searchFor('glycolysis'),
  'jump, many match': jumpTo('lecture'),
  'jump, one matches': jumpTo('lecture 0:'),
};

/** The list, the search and the jump dialog of a learner with 2,000 guides, quizzes and decks, against one with 20. */
export async function benchLibrary(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-library-'));
  await fill(folder);
  const backend = await startBackend({ DATA_DIR: folder, INTERNAL_SECRET: secret }, {}, ['auth', 'billing', 'gateway']);
  const ask = async (userId: Learner, [service, path]: Call): Promise<void> => {
    const headers = credentialHeaders(secret, service, path, { identity: { userId, sessionId: 's' } });
    const response = await fetch(`${backend.origin(service)}${path}`, { headers });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${path}: ${String(response.status)}`);
  };
  try {
    const rows: Row[] = [];
    for (const [name, calls] of Object.entries(actions)) {
      const times: Record<Learner, number[]> = { few: [], many: [] };
      for (let round = 0; round < rounds + warming; round += 1)
        for (const learner of round % 2 === 0 ? (['few', 'many'] as const) : (['many', 'few'] as const)) {
          const start = performance.now();
          await Promise.all(calls.map((call) => ask(learner, call)));
          times[learner].push(performance.now() - start);
        }
      const [few, many] = [median(times.few.slice(warming)), median(times.many.slice(warming))];
      rows.push(row(name, many / few, `${many.toFixed(1)} ms of ${String(sizes.many)}, ${few.toFixed(1)} ms of ${String(sizes.few)}`));
    }
    return rows;
  } finally {
    await backend.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
