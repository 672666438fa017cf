import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@lectern/test-servers';
import { freePlan, sizes, type Source } from '@lectern/contracts';
import { openEmbeddedStore, type DocumentStore } from '@lectern/document-store';
import { flakyStore, memoryStore, type Failure } from '@lectern/document-store/testing';
import { createMetrics, silentLog } from '@lectern/service-kit';
import { credentialHeaders } from '@lectern/service-kit/testing';
import { createApp } from './createApp.ts';
import type { StudyContent } from './domain/StudyContent.ts';
import { collections } from './store.ts';

const secret = 'a secret of the tests';
const start = Date.parse('2026-03-05T10:00:00Z');
const source: Source = {
  title: 'Heart',
  language: 'en',
  passages: [{ pointer: { kind: 'text', paragraph: 1 }, kind: 'paragraph', level: 0, text: 'The heart pumps.' }],
};
const content: StudyContent = {
  readDeck: async () => source,
  readText: async () => source,
  join: (deck) => deck,
  guide: async () => ({ title: 'Heart', overview: 'It pumps.', markdownContent: '# Heart', sources: [], generatedBy: 'offline' }),
  contentOf: () => 'The heart pumps.',
};

const open: ReturnType<typeof createApp>[] = [];
afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

const run = async (store: DocumentStore, time = { now: start }) => {
  const library = createApp({
    store,
    content,
    internalSecret: secret,
    call: async ({ answer, path }) =>
      answer.parse(path.startsWith('/internal/plan') ? { userId: 'u1', tier: 'free', status: null, premiumUntil: null, version: 1 } : {}),
    metrics: createMetrics({ part: 'library' }),
    log: silentLog,
    clock: () => new Date(time.now),
  });
  open.push(library);
  await library.settle();
  const ask = async (method: string, path: string, { body, form, key }: { body?: object; form?: FormData; key?: string } = {}) => {
    const response = await library.app.request(path, {
      method,
      headers: {
        ...credentialHeaders(secret, 'library', path, { identity: { userId: 'u1', sessionId: 's1' }, now: new Date(time.now) }),
        ...(body && { 'content-type': 'application/json' }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
      ...(body ? { body: JSON.stringify(body) } : form && { body: form }),
    });
    // Answers are looked at field by field.
    // eslint-disable-next-line @typescript-eslint/no-explicit-any
    return { status: response.status, retryAfter: response.headers.get('retry-after'), body: (await response.json()) as any };
  };
  const form = () => {
    const made = new FormData();
    made.set('textContent', 'The heart pumps.');
    return made;
  };
  return {
    library,
    ask,
    createFolder: (name: string, key?: string) => ask('POST', '/folders', { body: { name }, ...(key !== undefined && { key }) }),
    createGuide: (key?: string) => ask('POST', '/study-materials/unified', { form: form(), ...(key !== undefined && { key }) }),
    usage: async () => (await ask('GET', '/internal/usage/u1')).body as { folders: number; studyMaterials: number },
  };
};

describe('a deleted guide', () => {
  it.each(['before', 'after'] as Failure[])(
    'leaves no answer for its Idempotency-Key, whichever call of its deletion fails (%s its effect)',
    async (failure) => {
      for (let call = 1; ; call += 1) {
        const store = flakyStore(memoryStore(collections));
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
  ] as const;

  it.each(kinds.flatMap((kind) => (['before', 'after'] as Failure[]).map((failure) => ({ ...kind, failure }))))(
    'makes $name once and counts it once, whichever call fails ($failure its effect), when it is tried again',
    async ({ list, counted, create, failure }) => {
      for (let call = 1; ; call += 1) {
        const store = flakyStore(memoryStore(collections));
        const app = await run(store);
        store.failAt(call, failure);
        const first = await create(app);
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
        const again = await create(app);
        expect(again.status).toBe(201);
        if (first.status === 201) expect(again.body).toEqual(first.body);
        expect((await app.ask('GET', list)).body.map(({ _id }: { _id: string }) => _id)).toEqual([again.body._id]);
        await app.library.settle();
        expect((await app.usage())[counted]).toBe(1);
        // The first attempt leaves no text and no body without a guide.
        const bodies = await store.collection(collections[1]).find('byUser', { equals: { userId: 'u1' } });
        const texts = await store.collection(collections[2]).find('byUser', { equals: { userId: 'u1' } });
        const guides = counted === 'studyMaterials' ? [again.body._id] : [];
        expect([bodies.map(({ _id }) => _id), texts.map(({ _id }) => _id)]).toEqual([guides, guides]);
      }
    },
  );

  it.each(['before', 'after'] as Failure[])(
    'deletes a guide, and counts it down once, whichever call fails (%s its effect)',
    async (failure) => {
      for (let call = 1; ; call += 1) {
        const store = flakyStore(memoryStore(collections));
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
      const store = flakyStore(memoryStore(collections));
      const app = await run(store);
      store.failAt(call);
      const { status } = await app.createGuide();
      if (store.calls() < call) return;
      store.failAt(0);
      await app.library.settle();
      const count = status === 201 ? 1 : (await app.ask('GET', '/study-materials')).body.length;
      expect((await app.usage()).studyMaterials).toBe(count);
      expect(await store.collection(collections[1]).count('byUser', { userId: 'u1' })).toBe(count);
    }
  });
});

describe('an account that is deleted during a call', () => {
  const gone = { type: 'account.deleted', eventId: 'e1', userId: 'u1' };

  it.each(['folder', 'guide', 'change'] as const)('leaves nothing, at any store call of a new %s', async (what) => {
    for (let call = 1; ; call += 1) {
      const inner = memoryStore(collections);
      const deleting = await run(inner);
      const flaky = flakyStore(inner);
      const app = await run(flaky);
      const guide = what === 'change' ? (await app.createGuide()).body : undefined;
      let isThrough = true;
      flaky.onCall(call, async () => {
        isThrough = false;
        expect((await deleting.ask('POST', '/internal/events', { body: gone })).status).toBe(200);
      });
      if (what === 'folder') await app.createFolder('Mine alone', 'k1');
      else if (what === 'guide') await app.createGuide('k1');
      else await app.ask('PUT', `/study-materials/${guide._id}`, { body: { title: 'Mine alone', content: 'Mine alone' } });
      await app.library.idle();
      if (isThrough) return;
      for (const collection of collections.filter(({ name }) => name !== 'deletedAccounts'))
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
    const app = await run(openEmbeddedStore({ file, collections, pagesMax: 60 }));
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
    const again = await run(openEmbeddedStore({ file, collections }));
    expect((await again.ask('GET', '/study-materials')).body.map(({ _id }: { _id: string }) => _id)).toEqual([...made].reverse());
    expect((await again.usage()).studyMaterials).toBe(made.length);
    expect((await again.createFolder('Room again')).status).toBe(201);
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
    const app = await run(memoryStore(collections));
    expect((await app.ask('POST', '/study-materials/unified', { form: pasted(lines) })).status).toBe(201);
    expect((await app.ask('POST', '/study-materials/unified', { form: pasted(`${lines}a`) })).status).toBe(413);
  });
});

describe('a clock that jumps', () => {
  it('back and forth keeps the order of new resources, idempotency keys and limits', async () => {
    const time = { now: start };
    const app = await run(memoryStore(collections), time);
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
