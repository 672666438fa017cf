import type { Passage } from '@lectern/contracts';
import { StoreUnavailableError } from '@lectern/document-store';
import { memoryStore } from '@lectern/document-store/testing';
import { memoryObjectStore } from '@lectern/object-store/testing';
import { createMetrics } from '@lectern/service-kit';
import type { LibraryContext } from '../LibraryContext.ts';
import { allCollections, type Original, type PagesDocument } from '../store.ts';
import { contentFake, insertGuide, libraryOn, materialsOf } from '../testing.ts';
import { createPageQueue } from './createPageQueue.ts';
import { DrawingEndedError, type PageDrawer } from './drawing/createPageDrawer.ts';
import type { PagePicture } from './drawing/drawingMessages.ts';
import { makePages } from './makePages.ts';
import type { OfficeConverter } from './office/createOfficeConverter.ts';
import { pageIdOf, pagesToMake } from './originals.ts';

const ada = 'u1';
const guide = { userId: ada, _id: 'g1' };
const start = Date.parse('2026-03-05T10:00:00Z');

const picture = (page: number, of = 'pdf'): PagePicture => ({
  page,
  width: 1_280,
  height: 720,
  bytes: new Uint8Array(Buffer.from(`${of} ${page}`)),
  alt: `Page ${page}`,
  passages: [{ paragraph: page, boxes: [] }],
});
/** Draws two pages of each PDF. */
const twoPages: PageDrawer['draw'] = async ({ bytes }, take) => {
  for (const page of [1, 2]) if (!(await take(picture(page, Buffer.from(bytes).toString())))) break;
  return [];
};
const original = (name: string, kind: Original['kind'], document?: string): Original => ({
  ...{ name, hash: name, kind, attempts: 0, isDone: false },
  ...(document !== undefined && { document }),
});
const passages: Passage[] = [
  { pointer: { kind: 'slide', slide: 2, part: 'body', paragraph: 1 }, kind: 'bullet', level: 0, text: 'On a slide' },
  { pointer: { kind: 'page', page: 1, paragraph: 1, document: 'a.pdf' }, kind: 'paragraph', level: 0, text: 'In the first' },
  { pointer: { kind: 'page', page: 1, paragraph: 1, place: 2, document: 'b.pdf' }, kind: 'paragraph', level: 0, text: 'In the second' },
];

interface SetUp {
  originals?: Original[];
  draw?: PageDrawer['draw'];
  convert?: OfficeConverter['convert'];
}

const setUp = async ({ originals = [original('0', 'page')], draw = twoPages, convert }: SetUp = {}) => {
  const time = { now: start };
  const objects = memoryObjectStore();
  const library: LibraryContext = libraryOn({
    store: memoryStore(allCollections),
    clock: () => new Date(time.now),
    content: contentFake(),
    objects,
    pages: { drawer: { draw: (pdf, take) => draw(pdf, take) }, office: convert && { convert } },
  });
  await insertGuide(library, ada, guide._id);
  await library.store.bodies.update(guide, { set: { source: { title: 'Heart', language: 'en', passages } } });
  for (const { name } of originals)
    await library.pages.originals.store(ada, guide._id, [{ hash: name, bytes: new Uint8Array(Buffer.from(`file ${name}`)) }]);
  await library.store.pages.insert(pagesToMake(ada, guide._id, originals, new Date(start)));
  const stored = async (): Promise<PagesDocument | undefined> => library.store.pages.get(guide);
  const keys = (root: string): string[] => [...objects.objects.keys()].filter((key) => key.startsWith(root)).sort();
  /** Takes every step that is due, and those that become due within a minute each. */
  const settle = async (): Promise<PagesDocument | undefined> => {
    for (let step = 0; step < 10 && (await stored())?.dueAt !== undefined; step += 1) {
      await makePages(library, guide);
      time.now += 60_000;
    }
    return stored();
  };
  return { library, objects, time, stored, keys, settle, step: () => makePages(library, guide) };
};
const keyOf = (text: string): string => `pages/${ada}/g1/${pageIdOf(Buffer.from(text))}`;

it('stores the pages of a PDF, and deletes the original', async () => {
  const { settle, keys, library } = await setUp();
  const done = await settle();
  expect(done).toMatchObject({ state: 'made', leaseOwner: '', pages: [{ kind: 'page', page: 1, alt: 'Page 1' }, { page: 2 }] });
  expect(done).not.toHaveProperty('dueAt');
  expect(keys('pages/')).toEqual([keyOf('file 0 1'), keyOf('file 0 2')].sort());
  expect(keys('originals/')).toEqual([]);
  expect(done?.pages.map(({ id }) => id)).toEqual([pageIdOf(Buffer.from('file 0 1')), pageIdOf(Buffer.from('file 0 2'))]);
  const again = jest.spyOn(library.pages.drawer, 'draw');
  await makePages(library, guide);
  expect(again).not.toHaveBeenCalled();
});

it('gives each file its own passages, and its document’s name to each page', async () => {
  const sought: string[][] = [];
  const { settle } = await setUp({
    originals: [original('0', 'slide'), original('1', 'page', 'a.pdf'), original('2', 'page', 'b.pdf')],
    convert: async (bytes, format) => new Uint8Array(Buffer.from(`${format} of ${Buffer.from(bytes).toString()}`)),
    draw: async (pdf, take) => {
      sought.push([Buffer.from(pdf.bytes).toString(), ...pdf.passages.map(({ text }) => text)]);
      return twoPages(pdf, take);
    },
  });
  expect((await settle())?.pages.map(({ kind, document, page }) => [kind, document, page])).toEqual([
    ['slide', undefined, 1],
    ['slide', undefined, 2],
    ['page', 'a.pdf', 1],
    ['page', 'a.pdf', 2],
    ['page', 'b.pdf', 1],
    ['page', 'b.pdf', 2],
  ]);
  expect(sought).toEqual([
    ['pptx of file 0', 'On a slide'],
    ['file 1', 'In the first'],
    ['file 2', 'In the second'],
  ]);
});

describe('a file whose pages cannot be made', () => {
  it('is tried twice, a minute apart, and then deleted; the other files have their pages', async () => {
    let tries = 0;
    const { settle, stored, step, time, keys } = await setUp({
      originals: [original('0', 'page', 'a.pdf'), original('1', 'page', 'b.pdf')],
      draw: async (pdf, take) => {
        if (Buffer.from(pdf.bytes).toString() === 'file 1') return twoPages(pdf, take);
        tries += 1;
        throw new Error('The process that draws pages ended.');
      },
    });
    await step();
    expect((await stored())?.dueAt).toBe(new Date(time.now + 60_000).toISOString());
    expect(await settle()).toMatchObject({ state: 'made', pages: [{ document: 'b.pdf' }, { document: 'b.pdf' }] });
    expect(tries).toBe(2);
    expect(keys('originals/')).toEqual([]);
  });

  it('leaves none of a guide without others', async () => {
    const { settle, keys } = await setUp({ originals: [original('0', 'text')], convert: async () => undefined });
    expect(await settle()).toMatchObject({ state: 'failed', pages: [] });
    expect(keys('')).toEqual([]);
  });

  it('has none if LibreOffice left out slides, because the numbers of the others would be wrong', async () => {
    const { settle } = await setUp({
      originals: [original('0', 'slide')],
      convert: async (bytes) => bytes,
      draw: async (_, take) => {
        await take(picture(1));
        return [];
      },
    });
    expect(await settle()).toMatchObject({ state: 'failed', pages: [] });
  });
});

describe('a crash', () => {
  it('while pages are made counts as an attempt, and another process tries again', async () => {
    const { library, settle, stored } = await setUp();
    const claimed = { leaseOwner: 'process-that-died/1', originals: [{ ...original('0', 'page'), attempts: 1 }] };
    await library.store.pages.update(guide, { set: claimed });
    const queue = createPageQueue(library, createMetrics({ part: 'library' }));
    queue.flush();
    await queue.idle();
    expect(await stored()).toMatchObject({ state: 'made', originals: [{ attempts: 2, isDone: true }] });
    await queue.stop();
    await settle();
  });

  it('of two attempts means that the file is given up', async () => {
    const { library, settle, keys } = await setUp({ draw: () => Promise.reject(new Error('not expected')) });
    await library.store.pages.update(guide, { set: { leaseOwner: 'dead/1', originals: [{ ...original('0', 'page'), attempts: 2 }] } });
    expect(await settle()).toMatchObject({ state: 'failed' });
    expect(keys('originals/')).toEqual([]);
  });

  it('before the originals are deleted is made up for', async () => {
    const { library, settle, keys } = await setUp();
    await library.store.pages.update(guide, {
      set: { state: 'made', originals: [{ ...original('0', 'page'), attempts: 1, isDone: true }] },
    });
    expect(keys('originals/')).toHaveLength(1);
    expect(await settle()).not.toHaveProperty('dueAt');
    expect(keys('originals/')).toEqual([]);
  });
});

it('takes no guide whose pages a living process makes', async () => {
  const { library, stored } = await setUp();
  const other = `other-process/1`;
  await library.store.pages.update(guide, { set: { leaseOwner: other } });
  const leases = { ...library.leases, isOver: async () => false };
  const queue = createPageQueue({ ...library, leases }, createMetrics({ part: 'library' }));
  queue.flush();
  await queue.idle();
  await queue.stop();
  expect(await stored()).toMatchObject({ state: 'waiting', leaseOwner: other });
});

it('stores no result after another process has taken over', async () => {
  const { library, stored, step } = await setUp({
    draw: async (pdf, take) => {
      await library.store.pages.update(guide, { set: { leaseOwner: 'other/1' } });
      return twoPages(pdf, take);
    },
  });
  await step();
  expect(await stored()).toMatchObject({ leaseOwner: 'other/1', pages: [] });
});

it('tries again later, without counting, while the object store is away or the service stops', async () => {
  let isStopping = true;
  const { stored, step, settle, time, library } = await setUp({
    draw: async (pdf, take) => {
      if (isStopping) throw new DrawingEndedError();
      return twoPages(pdf, take);
    },
  });
  await step();
  expect(await stored()).toMatchObject({ leaseOwner: '', originals: [{ attempts: 0 }], dueAt: new Date(time.now).toISOString() });
  isStopping = false;
  const away = jest
    .spyOn(library.pages.files, 'store')
    .mockRejectedValue(new StoreUnavailableError('The storage of objects does not answer.'));
  for (let tries = 0; tries < 3; tries += 1) await step();
  expect(await stored()).toMatchObject({ originals: [{ attempts: 0 }], dueAt: new Date(time.now + 60_000).toISOString() });
  away.mockRestore();
  expect(await settle()).toMatchObject({ state: 'made' });
});

describe('a guide', () => {
  it('that is deleted while its pages are made leaves nothing', async () => {
    const { library, step, keys, stored } = await setUp({
      draw: async (_, take) => {
        await take(picture(1));
        await materialsOf(library).remove(ada, guide._id);
        // The deletion comes between a look and the storing of a page.
        await library.pages.files.store(ada, guide._id, [{ hash: 'f'.repeat(64), bytes: new Uint8Array([1]) }]);
        expect(await take(picture(2))).toBe(false);
        return [];
      },
    });
    await step();
    expect(await stored()).toBeUndefined();
    expect(keys('')).toEqual([]);
  });

  it('whose account is deleted meanwhile leaves nothing', async () => {
    const { library, step, keys, stored } = await setUp({
      draw: async (pdf, take) => {
        await take(picture(1));
        await materialsOf(library).eraseAll(ada);
        return twoPages(pdf, take);
      },
    });
    await step();
    expect(await stored()).toBeUndefined();
    expect(keys('')).toEqual([]);
  });

  it('that is not stored yet waits', async () => {
    const { library, step, stored, time } = await setUp({ draw: () => Promise.reject(new Error('not expected')) });
    await library.store.materials.delete(guide);
    await step();
    expect(await stored()).toMatchObject({ state: 'waiting', dueAt: new Date(time.now + 60_000).toISOString() });
  });
});

it('runs one conversion at a time, and PDFs meanwhile, for every learner in turn', async () => {
  const running = { office: 0, pdf: 0 };
  const most = { office: 0, pdf: 0 };
  const counted = async <T>(kind: 'office' | 'pdf', result: T): Promise<T> => {
    running[kind] += 1;
    most[kind] = Math.max(most[kind], running[kind]);
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    running[kind] -= 1;
    return result;
  };
  const { library } = await setUp({
    originals: [original('0', 'text')],
    convert: (bytes) => counted('office', bytes),
    draw: async (pdf, take) => counted('pdf', await twoPages(pdf, take)),
  });
  for (const [index, kind] of (['text', 'page', 'text', 'page'] as const).entries()) {
    const key = { userId: `u${index + 2}`, _id: `g${index + 2}` };
    await insertGuide(library, key.userId, key._id);
    await library.pages.originals.store(key.userId, key._id, [{ hash: '0', bytes: new Uint8Array([1]) }]);
    await library.store.pages.insert(pagesToMake(key.userId, key._id, [original('0', kind)], new Date(start)));
  }
  const queue = createPageQueue(library, createMetrics({ part: 'library' }));
  queue.flush();
  await queue.idle();
  await queue.stop();
  expect(most).toEqual({ office: 1, pdf: expect.any(Number) as number });
  const states = await Promise.all(
    [1, 2, 3, 4, 5].map(async (n) => (await library.store.pages.get({ userId: `u${n}`, _id: `g${n}` }))?.state),
  );
  expect(states).toEqual(Array<string>(5).fill('made'));
});
