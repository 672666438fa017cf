import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import jwt from 'jsonwebtoken';
import { pageShowing, pptxType, type SourcePage, type StudyMaterial } from '@lectern/contracts';
import { call } from '../support/api.ts';
import { startBackend, type Backend } from '../support/backend.ts';
import { expect, test } from '@playwright/test';
import { pdfOf } from '../support/pdfOf.ts';

const root = join(import.meta.dirname, '..', '..');
const hasOffice = (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'soffice')));
if (!hasOffice) process.stdout.write('LibreOffice is missing: no deck is converted.\n');
const heart = ['The heart', 'The heart has four chambers that pump blood through the body.', 'The mitral valve has two leaflets.'];
const lung = ['The lung', 'The lung takes oxygen from the air, and gives carbon dioxide to it.'];

let backend: Backend;
test.beforeAll(async () => {
  backend = await startBackend({ SOFFICE_PATH: '' });
});
test.afterAll(() => backend.stop());

const newLearner = () => {
  const userId = randomUUID();
  const token = jwt.sign({ sub: userId, sid: randomUUID(), aud: 'lectern', typ: 'session' }, backend.tokenSecret, {
    algorithm: 'HS256',
    expiresIn: '1h',
  });
  const ask = (method: string, path: string, options: object = {}) => call(method, path, { token, ...options }, backend.api);
  const guideOf = async (files: readonly File[]): Promise<StudyMaterial> => {
    const form = new FormData();
    for (const file of files) form.append(file.type === pptxType ? 'file' : 'documents', file);
    const made = await ask('POST', '/study-materials/unified', { form });
    expect(made.status).toBe(201);
    return made.body as StudyMaterial;
  };
  const pagesOf = async (id: string): Promise<SourcePage[]> => (await ask('GET', `/study-materials/${id}/pages`)).body as SourcePage[];
  /** Waits until a guide has this many pages. */
  const pages = async (id: string, count: number): Promise<SourcePage[]> => {
    await expect.poll(async () => (await pagesOf(id)).length, { timeout: 120_000 }).toBe(count);
    return pagesOf(id);
  };
  return { userId, ask, guideOf, pages };
};
const pdf = (...pages: (readonly string[])[]): File => new File([new Uint8Array(pdfOf(pages))], 'heart.pdf');

/** The files of a learner in the object store, by their kind. */
const filesOf = ({ userId }: { userId: string }): Record<string, number> =>
  Object.fromEntries(
    ['pages', 'originals'].map((kind) => {
      const folder = join(backend.dataFolder, 'objects', kind, userId);
      const entries = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
      return [kind, entries.filter((entry) => entry.isFile()).length];
    }),
  );

test('the pages of a PDF are shown with their cited lines, as long as the guide is there, for its learner alone', async () => {
  const [learner, other] = [newLearner(), newLearner()];
  const guide = await learner.guideOf([pdf(heart, lung)]);
  const pages = await learner.pages(guide._id, 2);
  expect(pages.map(({ kind, page, width, height }) => [kind, page, width, height])).toEqual([
    ['page', 1, 1_280, 1_707],
    ['page', 2, 1_280, 1_707],
  ]);
  expect(pages[0]?.alt).toContain('The mitral valve has two leaflets.');
  const { pointer } = guide.sources.find(({ quote }) => quote.includes('chambers')) ?? {};
  const shown = pointer && pageShowing(pages, pointer);
  expect(shown?.page.page).toBe(1);
  // The line's baseline is 690 points above the lower edge, of 800.
  const [box] = shown?.boxes ?? [];
  expect(Math.abs((box?.y ?? 0) + (box?.height ?? 0) - 110 / 800)).toBeLessThan(0.02);
  const answer = await fetch(pages[0]?.url.replace(/^http:\/\/[^/]+/, backend.api) ?? '');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect((await other.ask('GET', `/study-materials/${guide._id}/pages`)).status).toBe(404);
  // The original is only kept until then.
  await expect.poll(() => filesOf(learner)).toEqual({ pages: 2, originals: 0 });
  expect((await learner.ask('DELETE', `/study-materials/${guide._id}`)).status).toBe(200);
  expect(filesOf(learner)).toEqual({ pages: 0, originals: 0 });
});

test('pages are made after a crash in the middle of it', async () => {
  const learner = newLearner();
  const guide = await learner.guideOf([pdf(...Array.from({ length: 40 }, (_, index) => [`Part ${index}`, ...heart]))]);
  await expect.poll(() => filesOf(learner)['pages']).toBeGreaterThan(0);
  await backend.end('library', 'SIGKILL');
  expect(filesOf(learner)['originals']).toBe(1);
  await backend.start('library');
  await learner.pages(guide._id, 40);
  await expect.poll(() => filesOf(learner)['originals']).toBe(0);
});

test('a deck beside a PDF has its slides where LibreOffice is installed', async () => {
  test.skip(!hasOffice, 'LibreOffice is missing on this machine.');
  const learner = newLearner();
  const deck = readFileSync(join(root, 'samples', 'nursing-heart-failure.pptx'));
  const guide = await learner.guideOf([new File([new Uint8Array(deck)], 'heart.pptx', { type: pptxType }), pdf(heart)]);
  await expect.poll(() => filesOf(learner)['originals'], { timeout: 120_000 }).toBe(0);
  const pages = (await learner.ask('GET', `/study-materials/${guide._id}/pages`)).body as SourcePage[];
  expect(pages.filter(({ kind }) => kind === 'page')).toHaveLength(1);
  for (const { pointer } of guide.sources)
    expect(pageShowing(pages, pointer)?.page.page).toBe(pointer.kind === 'slide' ? pointer.slide : 1);
});
