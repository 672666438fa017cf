import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@lectern/test-servers';
import { freePlan, ownerLimits, pptxType, sizes, type Picture, type Source, type SourcePage } from '@lectern/contracts';
import { joinDocuments, joinMaterials, withoutPictures, type SourcePictures } from '@lectern/documents';
import { memoryObjectStore, type MemoryObjectStore } from '@lectern/object-store/testing';
import { coalesceReads, openEmbeddedStore, type DocumentStore } from '@lectern/document-store';
import { countingStore, flakyStore, memoryStore, type Failure } from '@lectern/document-store/testing';
import { createMetrics, DomainError, silentLog, type ContentBackground, type ResourceService } from '@lectern/service-kit';
import { credentialHeaders, threadsHere } from '@lectern/service-kit/testing';
import { createApp } from './createApp.ts';
import { createPictureAddresses } from '@lectern/pictures';
import type { PageDrawer } from './pages/drawing/createPageDrawer.ts';
import type { StudyContent } from './StudyContent.ts';
import type { PictureEncoder } from '@lectern/pictures';
import { allCollections, collections, questionsCollection } from './store.ts';
import * as tasks from './tasks.ts';

const secret = 'a secret of the tests';
const start = Date.parse('2026-03-05T10:00:00Z');
const source: Source = {
  title: 'Heart',
  language: 'en',
  passages: [{ pointer: { kind: 'text', paragraph: 1 }, kind: 'paragraph', level: 0, text: 'The heart pumps.' }],
};
const pictures: SourcePictures = { pictures: [{ bytes: new Uint8Array([1]), places: [{ slide: 2, alt: 'A heart' }] }], leftOut: [] };
const pictureEncoder: PictureEncoder = {
  encode: async (_userId, found) => ({ ...found, pictures: found.pictures.map((picture) => ({ ...picture, width: 640, height: 480 })) }),
};
const formOfPdf = (text = '%PDF-1.7 of the heart'): FormData => {
  const form = new FormData();
  form.append('documents', new File([text], 'heart.pdf'));
  return form;
};
/** Draws two pages of each PDF. */
const pageDrawer: PageDrawer = {
  draw: async (_, take) => {
    for (const page of [1, 2])
      await take({
        page,
        width: 1_280,
        height: 720,
        bytes: new Uint8Array([7, page]),
        alt: `Page ${page}`,
        passages: [{ paragraph: page, boxes: [] }],
      });
    return [];
  },
};
const content: StudyContent & ContentBackground = {
  follow: () => undefined,
  progressOf: () => undefined,
  degraded: () => undefined,
  idle: async () => undefined,
  stop: async () => undefined,
  generatedBy: 'test engine',
  readDeck: async () => ({ source, pictures }),
  readDocument: async (_userId, { name, bytes }) => {
    const text = Buffer.from(bytes).toString();
    if (text === 'damaged') throw new DomainError('unreadable_file', 'This file is damaged and cannot be read.');
    if (text === 'a picture') throw new DomainError('unsupported_type', 'Please choose a PDF.');
    return withoutPictures({
      ...source,
      passages: [{ pointer: { kind: 'text', paragraph: 1, document: name }, kind: 'paragraph', level: 0, text }],
    });
  },
  readText: async () => source,
  join: joinMaterials,
  joinDocuments,
  guide: async () => ({
    title: 'Heart',
    overview: 'It pumps.',
    markdownContent: '# Heart',
    sources: [],
    omitted: [],
    generatedBy: 'offline',
    sections: [],
  }),
  insertLines: async (_userId, _source, markdown) => markdown,
  suggestions: async () => [],
  ask: async () => ({ answer: 'It pumps.', answeredBy: 'passages', passages: [] }),
  placePictures: (markdown, placed) => `${markdown} ${placed.map(({ id }) => id).join(' ')}`,
  contentOf: () => 'The heart pumps.',
};

/** The ids of the learner's guides that have files in the object store. */
const guidesWithPictures = ({ objects }: MemoryObjectStore): string[] =>
  [...objects.keys()].map((key) => key.split('/')).flatMap(([, userId, id = '']) => (userId === 'u1' ? [id] : []));

const open: ResourceService[] = [];
afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

const run = async (store: DocumentStore, time = { now: start }, objects = memoryObjectStore()) => {
  const library = createApp({
    store,
    content,
    objects,
    pictureEncoder,
    pageDrawer,
    officeConverter: undefined,
    threads: threadsHere(tasks),
    apiUrl: 'http://localhost:8080',
    publicUrl: 'http://localhost:3000',
    internalSecret: secret,
    call: async ({ answer, path }) =>
      answer.parse(path.startsWith('/internal/plan') ? { userId: 'u1', tier: 'free', status: null, premiumUntil: null, version: 1 } : {}),
    metrics: createMetrics({ part: 'library' }),
    log: silentLog,
    clock: () => new Date(time.now),
  });
  open.push(library);
  await library.settle();
  const ask = async (
    method: string,
    path: string,
    { body, form, key, userId = 'u1' }: { body?: object; form?: FormData; key?: string; userId?: string } = {},
  ) => {
    const response = await library.app.request(path, {
      method,
      headers: {
        ...credentialHeaders(secret, 'library', path, { identity: { userId, sessionId: 's1' }, now: new Date(time.now) }),
        ...(body && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body ? { body: JSON.stringify(body) } : form && { body: form }),
    });
    // Answers are looked at field by field.
    // oxlint-disable-next-line typescript/no-explicit-any
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body: (await response.json()) as any };
  };
  const form = () => {
    const made = new FormData();
    made.set('file', new File(['a deck'], 'heart.pptx', { type: pptxType }));
    return made;
  };
  /** A call whose answer is a file. */
  const file = (path: string, userId = 'u1') =>
    library.app.request(path, {
      headers: credentialHeaders(secret, 'library', path, { identity: { userId, sessionId: 's1' }, now: new Date(time.now) }),
    });
  return {
    library,
    objects,
    ask,
    file,
    createFolder: (name: string, key?: string) => ask('POST', '/folders', { body: { name }, ...(key !== undefined && { key }) }),
    /** Shares a guide of another learner. @returns the secret of its link */
    shareGuide: async (): Promise<string> => {
      const { _id } = (await ask('POST', '/study-materials/unified', { form: form(), userId: 'u2' })).body;
      const { url } = (await ask('POST', `/study-materials/${_id}/share`, { body: {}, userId: 'u2' })).body;
      return (url as string).split('/').at(-1) ?? '';
    },
    createGuide: (key?: string) => ask('POST', '/study-materials/unified', { form: form(), ...(key !== undefined && { key }) }),
    usage: async () => (await ask('GET', '/internal/usage/u1')).body as { folders: number; studyMaterials: number },
  };
};

/** Requests a signed address as the gateway does for somebody without a session. */
const show = (app: Awaited<ReturnType<typeof run>>, url: string, now = start) => {
  const { pathname, search } = new URL(url);
  const headers = credentialHeaders(secret, 'library', pathname, { identity: {}, now: new Date(now) });
  return app.library.app.request(`${pathname}${search}`, { headers });
};

describe('requests to the store', () => {
  const setUp = async () => {
    const store = countingStore(memoryStore(allCollections));
    const { createGuide, createFolder, ask, usage, library } = await run(coalesceReads(store));
    const guide = await createGuide();
    await createFolder('Anatomy');
    const requestsOf = (work: () => Promise<unknown>) =>
      store.requestsOf(async () => {
        await work();
        await library.idle();
      });
    return { guide: guide.body as { _id: string }, ask, usage, createFolder, requestsOf };
  };

  it('are 1 for a list of guides, also with the counts that billing reads at the same time, and 2 for folders', async () => {
    const { requestsOf, ask, usage } = await setUp();
    const listGuides = () => ask('GET', '/study-materials');
    expect(await requestsOf(listGuides)).toHaveLength(1);
    expect(await requestsOf(() => Promise.all([listGuides(), usage()]))).toHaveLength(1);
    expect(await requestsOf(() => ask('GET', '/folders'))).toHaveLength(2);
  });

  it('are at most 3 to open a guide or a folder', async () => {
    const { requestsOf, ask, guide } = await setUp();
    const folders = (await ask('GET', '/folders')).body as { _id: string }[];
    expect((await requestsOf(() => ask('GET', `/study-materials/${guide._id}`))).length).toBeLessThanOrEqual(3);
    expect((await requestsOf(() => ask('GET', `/folders/${folders[0]?._id}`))).length).toBeLessThanOrEqual(3);
  });

  it('are 9 to create a folder', async () => {
    const { requestsOf, createFolder } = await setUp();
    expect(await requestsOf(() => createFolder('Lungs', 'k1'))).toHaveLength(9);
  });
});

describe('a deleted guide', () => {
  it.each(['before', 'after'] as Failure[])(
    'leaves no answer for its Idempotency-Key, whichever call of its deletion fails (%s its effect)',
    async (failure) => {
      for (let call = 1; ; call += 1) {
        const store = flakyStore(memoryStore(allCollections));
        const app = await run(store);
        const { body } = await app.createGuide('k1');
        store.failAt(call, failure);
        const first = await app.ask('DELETE', `/study-materials/${body._id}`);
        const isThrough = store.calls() < call;
        store.failAt(0);
        if (first.status !== 200) expect([200, 404]).toContain((await app.ask('DELETE', `/study-materials/${body._id}`)).status);
        await app.library.idle();
        const again = await app.createGuide('k1');
        // Only deleting the kept answers may fail without a retry: they expire after a day.
        if (isThrough) {
          expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } });
          return;
        }
        if (first.status !== 200) expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } });
        else expect([201, 409]).toContain(again.status);
      }
    },
  );
});

describe('questions about a guide', () => {
  it('are asked, listed, exported and deleted; those of a deleted guide are gone with the kept answers', async () => {
    const store = memoryStore(allCollections);
    const app = await run(store);
    const { _id } = (await app.createGuide()).body;
    const path = `/study-materials/${_id}/ask`;
    const asked = await app.ask('POST', path, { body: { question: ' What pumps? ', itemId: 'q1' }, key: 'k1' });
    expect(asked).toMatchObject({
      status: 200,
      body: { question: 'What pumps?', answer: 'It pumps.', answeredBy: 'passages', passages: [], itemId: 'q1' },
    });
    expect(await app.ask('POST', path, { body: { question: ' What pumps? ', itemId: 'q1' }, key: 'k1' })).toEqual(asked);
    expect((await app.ask('GET', path)).body).toEqual([asked.body]);
    const second = (await app.ask('POST', path, { body: { question: 'Why?' } })).body;
    expect((await app.ask('DELETE', `${path}/${second._id}`)).body).toEqual({ _id: second._id });
    expect((await app.ask('DELETE', `${path}/${second._id}`)).status).toBe(404);
    for (const body of [{ question: '  ' }, { question: 'x'.repeat(501) }, { question: 'x', itemId: 'no id' }, {}])
      expect((await app.ask('POST', path, { body })).status).toBe(400);
    expect(await (await app.file('/internal/account-export')).text()).toContain('questions.json');
    await app.ask('DELETE', `/study-materials/${_id}`);
    await app.library.idle();
    expect((await app.ask('GET', path)).status).toBe(404);
    expect(await store.collection(questionsCollection).find('byMaterial', { equals: { userId: 'u1' } })).toEqual([]);
    expect((await app.ask('POST', path, { body: { question: ' What pumps? ', itemId: 'q1' }, key: 'k1' })).status).toBe(409);
  });
});

describe('a store whose calls fail', () => {
  const kinds = [
    {
      name: 'a folder',
      list: '/folders',
      counted: 'folders',
      create: (app: Awaited<ReturnType<typeof run>>) => app.createFolder('Cardiology', 'k1'),
    },
    {
      name: 'a guide',
      list: '/study-materials',
      counted: 'studyMaterials',
      create: (app: Awaited<ReturnType<typeof run>>) => app.createGuide('k1'),
    },
    {
      name: 'a copy of a shared guide',
      list: '/study-materials',
      counted: 'studyMaterials',
      prepare: (app: Awaited<ReturnType<typeof run>>) => app.shareGuide(),
      create: (app: Awaited<ReturnType<typeof run>>, shared = '') =>
        app.ask('POST', `/study-materials/shared/${shared}/copy`, { key: 'k1' }),
    },
  ];

  it.each(kinds.flatMap((kind) => (['before', 'after'] as Failure[]).map((failure) => ({ ...kind, failure }))))(
    'makes $name once and counts it once, whichever call fails ($failure its effect), when it is tried again',
    async ({ list, counted, prepare, create, failure }) => {
      for (let call = 1; ; call += 1) {
        const store = flakyStore(memoryStore(allCollections));
        const app = await run(store);
        const prepared = await prepare?.(app);
        store.failAt(call, failure);
        const first = await create(app, prepared);
        if (store.calls() < call) {
          // Every store call of a creation was made to fail once.
          expect(call).toBeGreaterThan(6);
          expect(first.status).toBe(201);
          return;
        }
        if (first.status !== 201) {
          expect(first).toMatchObject({ status: 503, retryAfter: '2', body: { code: 'unavailable', msg: expect.any(String) as string } });
        }
        store.failAt(0);
        const again = await create(app, prepared);
        expect(again.status).toBe(201);
        if (first.status === 201) expect(again.body).toEqual(first.body);
        expect((await app.ask('GET', list)).body.map(({ _id }: { _id: string }) => _id)).toEqual([again.body._id]);
        await app.library.settle();
        expect(await app.usage()).toMatchObject({ [counted]: 1 });
        // The first attempt leaves no text and no body without a guide.
        const bodies = await store.collection(collections.bodies).find('byUser', { equals: { userId: 'u1' } });
        const texts = await store.collection(collections.texts).find('byUser', { equals: { userId: 'u1' } });
        const guides = counted === 'studyMaterials' ? [again.body._id] : [];
        expect([bodies.map(({ _id }) => _id), texts.map(({ _id }) => _id)]).toEqual([guides, guides]);
        expect(guidesWithPictures(app.objects)).toEqual(guides);
      }
    },
  );

  it.each(['before', 'after'] as Failure[])(
    'deletes a guide, and counts it down once, whichever call fails (%s its effect)',
    async (failure) => {
      for (let call = 1; ; call += 1) {
        const store = flakyStore(memoryStore(allCollections));
        const app = await run(store);
        const { body } = await app.createGuide();
        await app.createGuide();
        store.failAt(call, failure);
        const first = await app.ask('DELETE', `/study-materials/${body._id}`);
        const isThrough = store.calls() < call;
        store.failAt(0);
        if (first.status !== 200) expect([200, 404]).toContain((await app.ask('DELETE', `/study-materials/${body._id}`)).status);
        await app.library.idle();
        await app.library.settle();
        expect((await app.ask('GET', '/study-materials')).body).toHaveLength(1);
        expect((await app.usage()).studyMaterials).toBe(1);
        if (isThrough) return;
      }
    },
  );

  it('leaves nothing of a creation that is never retried', async () => {
    for (let call = 1; ; call += 1) {
      const store = flakyStore(memoryStore(allCollections));
      const app = await run(store);
      store.failAt(call);
      const { status } = await app.createGuide();
      if (store.calls() < call) return;
      store.failAt(0);
      await app.library.settle();
      const count = status === 201 ? 1 : (await app.ask('GET', '/study-materials')).body.length;
      expect((await app.usage()).studyMaterials).toBe(count);
      expect(await store.collection(collections.bodies).count('byUser', { userId: 'u1' })).toBe(count);
      expect(guidesWithPictures(app.objects)).toHaveLength(count);
    }
  });
});

describe('an account that is deleted during a call', () => {
  const gone = { type: 'account.deleted', eventId: 'e1', userId: 'u1' };

  it.each(['folder', 'guide', 'guide of a PDF', 'change'] as const)('leaves nothing, at any store call of a new %s', async (what) => {
    for (let call = 1; ; call += 1) {
      const inner = memoryStore(allCollections);
      const objects = memoryObjectStore();
      const deleting = await run(inner, undefined, objects);
      const flaky = flakyStore(inner);
      const app = await run(flaky, undefined, objects);
      const guide = what === 'change' ? (await app.createGuide()).body : undefined;
      let deletion: Promise<unknown> | undefined;
      flaky.onCall(call, async () => {
        deletion = deleting.ask('POST', '/internal/events', { body: gone });
        expect(await deletion).toMatchObject({ status: 200 });
      });
      if (what === 'folder') await app.createFolder('Mine alone', 'k1');
      else if (what === 'guide') await app.createGuide('k1');
      else if (what === 'guide of a PDF') await app.ask('POST', '/study-materials/unified', { form: formOfPdf(), key: 'k1' });
      else await app.ask('PUT', `/study-materials/${guide._id}`, { body: { title: 'Mine alone', content: 'Mine alone' } });
      await app.library.idle();
      if (!deletion) return;
      // It may have begun at a store call in the background, and not be done yet.
      await deletion;
      expect([...objects.objects.keys()]).toEqual([]);
      for (const collection of allCollections.filter(({ name }) => !['deletedAccounts', 'leases'].includes(name)))
        expect({ call, [collection.name]: await inner.collection(collection as never).count('_id', {} as never) }).toEqual({
          call,
          [collection.name]: 0,
        });
    }
  });
});

describe('a full disk', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder('library');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('refuses what does not fit, keeps and counts acknowledged writes, and goes on when there is room', async () => {
    const file = join(folder, 'library.sqlite');
    const app = await run(openEmbeddedStore({ file, collections: allCollections, pagesMax: 60 }));
    const made: string[] = [];
    let refused: Awaited<ReturnType<typeof app.createGuide>> | undefined;
    for (let index = 0; index < freePlan.limits.studyMaterials! && !refused; index += 1) {
      const title = 'x'.repeat(30_000);
      const answer = await app.createGuide(`k${index}`);
      if (answer.status !== 201) refused = answer;
      else {
        made.push(answer.body._id);
        const changed = await app.ask('PUT', `/study-materials/${answer.body._id}`, { body: { content: title } });
        if (changed.status !== 200) refused = changed;
      }
    }
    expect(refused).toMatchObject({ status: 503, retryAfter: '2', body: { code: 'unavailable', msg: expect.any(String) as string } });
    expect((await app.ask('GET', '/study-materials')).body.map(({ _id }: { _id: string }) => _id)).toEqual([...made].reverse());
    await app.library.close();
    const again = await run(openEmbeddedStore({ file, collections: allCollections }));
    expect((await again.ask('GET', '/study-materials')).body.map(({ _id }: { _id: string }) => _id)).toEqual([...made].reverse());
    expect((await again.usage()).studyMaterials).toBe(made.length);
    expect((await again.createFolder('Room again')).status).toBe(201);
  });
});

describe('a guide as a file', () => {
  it('is Markdown or one page with its pictures inside, with the highlights; its name keeps every letter', async () => {
    const app = await run(memoryStore(allCollections));
    const { body } = await app.createGuide();
    await app.ask('PUT', `/study-materials/${body._id}`, { body: { title: 'Herz "心臓"' } });
    await app.ask('PUT', `/study-materials/${body._id}/marks`, {
      body: [{ quote: 'Heart', before: '', after: '', colour: 'yellow', note: 'Exam' }],
    });
    const markdown = await app.file(`/study-materials/${body._id}/export?format=md`);
    expect(Object.fromEntries(markdown.headers)).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      'content-disposition': `attachment; filename="Herz __.md"; filename*=UTF-8''Herz%20%E5%BF%83%E8%87%93.md`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    });
    expect(await markdown.text()).toContain('## Highlights and notes\n\n> Heart\n\nExam');
    const page = await app.file(`/study-materials/${body._id}/export?format=html`);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await page.text()).toContain('<blockquote dir="auto">');
    expect((await app.file(`/study-materials/${body._id}/export?format=exe`)).status).toBe(400);
    expect((await app.file(`/study-materials/${body._id}/export?format=md`, 'u2')).status).toBe(404);
  });
});

describe('pictures', () => {
  const addressesOf = async (app: Awaited<ReturnType<typeof run>>, id: string): Promise<Picture[]> =>
    (await app.ask('GET', `/study-materials/${id}/pictures`)).body as Picture[];

  it('are shown by their signed addresses, without a session, and may be kept by the browser', async () => {
    const app = await run(memoryStore(allCollections));
    const { body } = await app.createGuide();
    const [picture, ...more] = await addressesOf(app, body._id);
    expect(more).toEqual([]);
    expect(picture).toMatchObject({ slide: 2, alt: 'A heart', width: 640, height: 480, id: expect.stringMatching(/^[0-9a-f]{32}-2$/) });
    expect(body.processedContent.markdownContent).toBe(`# Heart ${picture!.id}`);
    expect(body.pictures).toEqual([picture]);
    const answer = await show(app, picture!.url);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=3600, immutable',
    });
    expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual([1]);
  });

  it('are shown for an hour at least, and not for ever', async () => {
    const time = { now: start };
    const app = await run(memoryStore(allCollections), time);
    const { body } = await app.createGuide();
    for (const minute of [0, 1, 59]) {
      const asked = start + minute * 60_000;
      time.now = asked;
      const [picture] = await addressesOf(app, body._id);
      for (const [later, status] of [
        [60 * 60_000, 200],
        [2 * 60 * 60_000 + 1_000, 404],
      ] as const) {
        time.now = asked + later;
        expect((await show(app, picture!.url, time.now)).status).toBe(status);
      }
    }
  });

  it('are shown by no other address', async () => {
    const app = await run(memoryStore(allCollections));
    const [one, two] = [(await app.createGuide()).body, (await app.createGuide()).body];
    const { url } = (await addressesOf(app, one._id))[0]!;
    const signature = new URL(url).searchParams.get('signature')!;
    const expires = new URL(url).searchParams.get('expires')!;
    const changed: [string, number][] = [
      [url.replace(one._id, two._id), 404],
      [url.replace('-2?', '-3?'), 404],
      [url.replace(expires, String(Number(expires) + 3_600)), 404],
      [url.replace(expires, `0${expires}`), 400],
      [url.replace(signature, `${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`), 404],
      [url.replace(signature, signature.slice(1)), 400],
      [url.replace(/[?].*/, ''), 400],
      [url.replace(/[0-9a-f]{32}-2/, '..%2f..%2fsecrets'), 404],
    ];
    for (const [address, status] of changed) expect([address, (await show(app, address)).status]).toEqual([address, status]);
    const signed = createPictureAddresses({
      of: 'study-materials',
      secret: 'another secret',
      apiUrl: 'http://localhost:8080',
      clock: () => new Date(start),
    });
    const name = { ownerId: one._id, pictureId: new URL(url).pathname.split('/').at(-1)! };
    expect((await show(app, signed.addressOf(name))).status).toBe(404);
    expect((await show(app, url)).status).toBe(200);
  });

  it('read nothing for an address that was not signed, and are limited for their owner', async () => {
    const store = memoryStore(allCollections);
    const reads: string[] = [];
    const app = await run({
      ...store,
      collection: (definition) =>
        new Proxy(store.collection(definition), {
          get: (collection, name) => {
            reads.push(`${definition.name}.${String(name)}`);
            const value = Reflect.get(collection, name) as unknown;
            return typeof value === 'function' ? (value.bind(collection) as unknown) : value;
          },
        }),
    });
    const { body } = await app.createGuide();
    const { url } = (await addressesOf(app, body._id))[0]!;
    reads.length = 0;
    expect((await show(app, url.replace(/-2[?]/, '-3?'))).status).toBe(404);
    expect(reads).toEqual([]);
    const statuses: number[] = [];
    for (let count = 0; count < ownerLimits.pictures.most + 1; count += 1) statuses.push((await show(app, url)).status);
    expect([statuses.at(-2), statuses.at(-1)]).toEqual([200, 429]);
    expect(reads).toContain('materials.findOne');
  });

  it('are gone with their guide, and those of another guide stay', async () => {
    const app = await run(memoryStore(allCollections));
    const [one, two] = [(await app.createGuide()).body, (await app.createGuide()).body];
    const [first, second] = [(await addressesOf(app, one._id))[0]!, (await addressesOf(app, two._id))[0]!];
    await app.ask('DELETE', `/study-materials/${one._id}`);
    expect((await show(app, first.url)).status).toBe(404);
    expect((await show(app, second.url)).status).toBe(200);
    expect(guidesWithPictures(app.objects)).toEqual([two._id]);
    expect((await app.ask('GET', `/study-materials/${one._id}/pictures`)).status).toBe(404);
  });

  it('of somebody else’s guide are not listed', async () => {
    const app = await run(memoryStore(allCollections));
    const { body } = await app.createGuide();
    const path = `/study-materials/${body._id}/pictures`;
    const headers = credentialHeaders(secret, 'library', path, { identity: { userId: 'u2', sessionId: 's2' }, now: new Date(start) });
    expect((await app.library.app.request(path, { headers })).status).toBe(404);
  });

  it('while their storage is away, no guide is made without them, none is counted, and a deletion is ended later', async () => {
    const app = await run(memoryStore(allCollections));
    const { body } = await app.createGuide();
    app.objects.setReachable(false);
    expect(await app.createGuide()).toMatchObject({ status: 503, retryAfter: '2', body: { code: 'unavailable' } });
    expect((await app.ask('GET', `/study-materials/${body._id}/pictures`)).status).toBe(200);
    expect((await show(app, (await addressesOf(app, body._id))[0]!.url)).status).toBe(503);
    expect((await app.ask('DELETE', `/study-materials/${body._id}`)).status).toBe(503);
    app.objects.setReachable(true);
    await app.library.settle();
    expect((await app.usage()).studyMaterials).toBe(0);
    expect((await app.ask('DELETE', `/study-materials/${body._id}`)).status).toBe(404);
    await app.createGuide();
    await app.ask('DELETE', `/study-materials/${body._id}`);
    expect((await app.ask('GET', '/study-materials')).body).toHaveLength(1);
  });
});

describe('pages of a PDF', () => {
  const setUp = async (text = '%PDF-1.7 of the heart') => {
    const app = await run(memoryStore(allCollections));
    const { body } = await app.ask('POST', '/study-materials/unified', { form: formOfPdf(text) });
    await app.library.idle();
    const pages = async (query = ''): Promise<SourcePage[]> => (await app.ask('GET', `/study-materials/${body._id}/pages${query}`)).body;
    const keys = (): string[] => [...new Set([...app.objects.objects.keys()].map((key) => key.split('/')[0] ?? ''))];
    return { app, id: body._id as string, pages, keys };
  };

  it('are listed with their signed addresses, all or those of a place', async () => {
    const { app, id, pages } = await setUp();
    expect(await pages()).toEqual([
      {
        ...{ id: expect.stringMatching(/^[0-9a-f]{64}$/) as string, kind: 'page', page: 1, width: 1_280, height: 720, alt: 'Page 1' },
        passages: [{ paragraph: 1, boxes: [] }],
        url: expect.stringMatching(new RegExp(`^http://localhost:8080/study-materials/${id}/pages/[0-9a-f]{64}[?]expires=`)) as string,
      },
      expect.objectContaining({ page: 2 }),
    ]);
    expect((await pages('?paragraph=2')).map(({ page }) => page)).toEqual([2]);
    expect(await pages('?slide=2')).toEqual([]);
    expect((await app.file(`/study-materials/${id}/pages`, 'u2')).status).toBe(404);
    const { url } = (await pages())[0]!;
    const answer = await show(app, url);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual([7, 1]);
  });

  it('are shown by no other address, also not one of a picture', async () => {
    const { app, id, pages } = await setUp();
    const [first, second] = (await pages()) as [SourcePage, SourcePage];
    const { searchParams } = new URL(first.url);
    const ofPicture = createPictureAddresses({
      of: 'study-materials',
      secret,
      apiUrl: 'http://localhost:8080',
      clock: () => new Date(start),
    });
    const taken = ofPicture.addressOf({ ownerId: id, pictureId: first.id }).replace('/pictures/', '/pages/');
    for (const [url, status] of [
      [first.url.replace(first.id, second.id), 404],
      [first.url.replace(id, `${id}a`), 404],
      [first.url.replace(searchParams.get('expires')!, String(Number(searchParams.get('expires')) + 3_600)), 404],
      [first.url.replace(/[?].*/, ''), 400],
      [taken, 404],
    ] as const)
      expect([url, (await show(app, url)).status]).toEqual([url, status]);
  });

  it('are gone with their guide, and with their learner', async () => {
    const { app, id, pages, keys } = await setUp();
    const { url } = (await pages())[0]!;
    expect(keys()).toContain('pages');
    await app.ask('DELETE', `/study-materials/${id}`);
    expect((await show(app, url)).status).toBe(404);
    expect((await app.ask('GET', `/study-materials/${id}/pages`)).status).toBe(404);
    expect(keys()).toEqual([]);
    const other = await setUp();
    const event = { type: 'account.deleted', eventId: 'e1', userId: 'u1' };
    expect((await other.app.ask('POST', '/internal/events', { body: event })).status).toBe(200);
    expect(other.keys()).toEqual([]);
  });

  it('do not exist for a text', async () => {
    const { pages, keys } = await setUp('Notes of the heart');
    expect(await pages()).toEqual([]);
    expect(keys()).toEqual([]);
  });

  it('are not kept from being a guide by a storage that is away', async () => {
    const app = await run(memoryStore(allCollections));
    app.objects.setReachable(false);
    const { status, body } = await app.ask('POST', '/study-materials/unified', { form: formOfPdf() });
    expect(status).toBe(201);
    app.objects.setReachable(true);
    expect((await app.ask('GET', `/study-materials/${body._id}/pages`)).body).toEqual([]);
  });
});

describe('a text of the largest size', () => {
  const pasted = (text: string) => {
    const form = new FormData();
    form.set('textContent', text);
    return form;
  };
  const lines = 'a\n'.repeat(sizes.pastedText / 2);

  it('is accepted with each line end counted once, though a form sends two characters', async () => {
    const app = await run(memoryStore(allCollections));
    expect((await app.ask('POST', '/study-materials/unified', { form: pasted(lines) })).status).toBe(201);
    expect((await app.ask('POST', '/study-materials/unified', { form: pasted(`${lines}a`) })).status).toBe(413);
  });
});

describe('documents', () => {
  const formOf = (documents: readonly [name: string, text: string][], more: Record<string, string | File> = {}): FormData => {
    const form = new FormData();
    for (const [name, text] of documents) form.append('documents', new File([text], name));
    for (const [name, value] of Object.entries(more)) form.set(name, value);
    return form;
  };
  const create = async (form: FormData) => {
    const app = await run(memoryStore(allCollections));
    return { app, answer: await app.ask('POST', '/study-materials/unified', { form }) };
  };

  it('make a guide beside a deck and a text, each passage with its document and its own place', async () => {
    const deck = new File(['a deck'], 'heart.pptx', { type: pptxType });
    const { app, answer } = await create(
      formOf(
        [
          ['folder/one.md', 'One.'],
          ['two.pdf', 'Two.'],
        ],
        { file: deck, textContent: 'Pasted.' },
      ),
    );
    expect(answer.status).toBe(201);
    const { body } = await app.ask('GET', `/internal/study-materials/${answer.body._id}/source`);
    expect(body.source.passages.map((passage: Source['passages'][number]) => passage.pointer)).toEqual([
      { kind: 'text', paragraph: 1 },
      { kind: 'text', paragraph: 1, place: 2, document: 'one.md' },
      { kind: 'text', paragraph: 1, place: 3, document: 'two.pdf' },
      { kind: 'text', paragraph: 1, place: 4 },
    ]);
    const around = await app.ask('GET', `/study-materials/${answer.body._id}/passages?paragraph=3`);
    expect(around.body.map(({ text }: { text: string }) => text)).toEqual(['Two.']);
  });

  it.each([
    [415, 'unsupported_type', 'a picture', 'Please choose a PDF.'],
    [422, 'unreadable_file', 'damaged', 'This file is damaged and cannot be read.'],
  ])('answer %s for one that cannot be read, name it among several, and use no limit', async (status, code, text, msg) => {
    const alone = await create(formOf([['x.pdf', text]]));
    expect(alone.answer).toMatchObject({ status, body: { code, msg, errors: [{ path: 'documents', message: msg }] } });
    const among = await create(
      formOf([
        ['one.md', 'One.'],
        ['x.pdf', text],
      ]),
    );
    expect(among.answer).toMatchObject({ status, body: { code, msg: `x.pdf: ${msg}` } });
    expect((await among.app.usage()).studyMaterials).toBe(0);
    expect((await among.app.ask('GET', '/study-materials')).body).toEqual([]);
  });

  it('are five at most, and 50 MB together with the deck', async () => {
    const five = Array.from({ length: 5 }, (_, index): [string, string] => [`${String(index)}.txt`, 'Text.']);
    expect((await create(formOf(five))).answer.status).toBe(201);
    expect((await create(formOf([...five, ['6.txt', 'Text.']]))).answer).toMatchObject({
      status: 400,
      body: { msg: 'Please choose at most 5 documents.' },
    });
    const half = 'a'.repeat(sizes.fileBytes / 2 + 1);
    expect(
      (
        await create(
          formOf([
            ['1.txt', half],
            ['2.txt', half],
          ]),
        )
      ).answer.status,
    ).toBe(413);
  });

  it('with another name or content are another body for the same Idempotency-Key', async () => {
    const app = await run(memoryStore(allCollections));
    const send = (name: string, text: string) => app.ask('POST', '/study-materials/unified', { form: formOf([[name, text]]), key: 'k' });
    const first = await send('one.md', 'One.');
    expect(await send('one.md', 'One.')).toEqual(first);
    expect((await send('one.md', 'Two.')).status).toBe(422);
    expect((await send('two.md', 'One.')).status).toBe(422);
  });
});

describe('a clock that jumps', () => {
  it('back and forth keeps the order of new resources, idempotency keys and limits', async () => {
    const time = { now: start };
    const app = await run(memoryStore(allCollections), time);
    const made: { _id: string }[] = [];
    const jumps = [0, -3_600_000, 7_200_000, -86_400_000, 60_000].slice(0, freePlan.limits.folders);
    for (const [index, jump] of jumps.entries()) {
      time.now = start + jump;
      const { status, body } = await app.createFolder(`Folder ${index}`, `k${index}`);
      expect(status).toBe(201);
      made.unshift(body as { _id: string });
    }
    expect(made).toHaveLength(freePlan.limits.folders!);
    expect((await app.ask('GET', '/folders')).body).toMatchObject(made.map(({ _id }) => ({ _id })));
    for (const jump of [-1_000, 1_000_000]) {
      time.now = start + jump;
      expect((await app.createFolder(`Folder ${jumps.length - 1}`, `k${jumps.length - 1}`)).body).toEqual(made[0]);
      expect((await app.createFolder('One too many')).status).toBe(403);
    }
    expect((await app.usage()).folders).toBe(jumps.length);
  });
});
