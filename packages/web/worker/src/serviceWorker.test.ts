import { cacheNames } from './names';
import { installFakeWorker, offline } from './testing/fakeWorker';

jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'], advanceTimers: 20 });

let worker: ReturnType<typeof installFakeWorker>;

beforeEach(async () => {
  worker = installFakeWorker();
  await jest.isolateModulesAsync(async () => {
    await import('./serviceWorker');
  });
});

const tokenOf = (learner: string): string => `x.${btoa(JSON.stringify({ sub: learner }))}.x`;
const json = (value: unknown, init: ResponseInit = {}) => Response.json(value, init);
const read = (path: string, learner = 'ada') => worker.request(`/api${path}`, { headers: { 'x-auth-token': tokenOf(learner) } });
const visit = (path: string) => worker.request(path, {}, { mode: 'navigate', destination: 'document' });
const script = (address: string) => worker.request(address, {}, { destination: 'script' });
const refresh = (inUse: string[] = []) => worker.tell('message', { type: 'refresh', inUse, token: undefined });

/** A page of a release, with the files that it names. */
const pageOf = (shell: string, remotes: string[]): string =>
  `<p>${shell}</p><script type="application/json" id="kept-files">${JSON.stringify({
    shell: [{ file: `/assets/${shell}/main.js`, integrity: 'sha256-x' }],
    remotes: remotes.map((folder) => ({ file: `https://cdn.example/${folder}/remoteEntry.js`, integrity: 'sha384-x' })),
    onUse: remotes.map((folder) => ({ file: `https://cdn.example/${folder}/review.js`, integrity: 'sha256-y' })),
  })}</script>`;

/** A site with these releases. */
const site =
  (shell: string, remotes: string[], missing: string[] = []) =>
  ({ url }: Request): Response => {
    const { pathname } = new URL(url);
    if (missing.some((part) => url.includes(part))) return offline();
    return new Response(pathname === '/page.html' ? pageOf(shell, remotes) : `content of ${pathname}`);
  };

describe('pages', () => {
  test('come from the network while there is one, at every visit anew', async () => {
    worker.network(() => new Response('new'));
    expect(await (await visit('/dashboard'))?.text()).toBe('new');
    expect(worker.caches.addresses(cacheNames.frame)).toEqual([]);
  });

  test.each<[string, (request: Request) => Response | Promise<Response>]>([
    ['without a network', offline],
    ['while the page server answers with an error', () => new Response('bad', { status: 502 })],
    ['while the network is too slow', () => new Promise((resolve) => setTimeout(() => resolve(new Response('late')), 30_000))],
  ])(
    '%s the stored one is shown at every path',
    async (_, network) => {
      worker.network(site('a1', ['b1']));
      await refresh();
      worker.network(network);
      const shown = visit('/review');
      await jest.advanceTimersByTimeAsync(40_000);
      expect(await (await shown)?.text()).toContain('<p>a1</p>');
      expect(worker.told.at(-1)).toEqual({ type: 'network', isReachable: false });
    },
    10_000,
  );

  test('without a stored page the error is the answer', async () => {
    worker.network(() => new Response('bad', { status: 502 }));
    expect((await visit('/review'))?.status).toBe(502);
    worker.network(offline);
    await expect(visit('/review')).rejects.toThrow('Failed to fetch');
  });

  test.each(['/assets/a1/main.js', '/remotes', '/remotes.json', '/health/live', '/api/calendar.ics', '/page.html'])(
    '%s is no page',
    async (path) => {
      expect(await visit(path)).toBeUndefined();
    },
  );
});

describe('the stored page', () => {
  const stored = () => visit('/').then((page) => page?.text());
  const files = () => worker.caches.addresses(cacheNames.files);

  test('names files that are stored, and is replaced with them', async () => {
    worker.network(site('a1', ['study/1', 'library/1']));
    await refresh();
    worker.network(site('a2', ['study/2', 'library/1']));
    await refresh();
    expect(files()).toEqual([
      'https://cdn.example/library/1/remoteEntry.js',
      'https://lectern.example/assets/a2/main.js',
      'https://cdn.example/study/2/remoteEntry.js',
    ]);
    worker.network(offline);
    expect(await stored()).toContain('<p>a2</p>');
  });

  test('half-filled cache: a page is not stored without all files of the shell, the former one stays with its own', async () => {
    worker.network(site('a1', ['study/1']));
    await refresh();
    worker.network(site('a2', ['study/2'], ['/assets/a2/']));
    await refresh();
    worker.network(offline);
    expect(await stored()).toContain('<p>a1</p>');
    expect(files()).toEqual(['https://lectern.example/assets/a1/main.js', 'https://cdn.example/study/1/remoteEntry.js']);
  });

  test('stale registry: a remote that was taken back is taken back as soon as the network is there, even if another remote is down', async () => {
    worker.network(site('a1', ['study/2', 'library/1']));
    await refresh();
    worker.network(offline);
    await read('/folders').catch(() => undefined);
    worker.network((request) => (request.url.includes('/api/') ? json([]) : site('a1', ['study/1', 'library/2'], ['library/2'])(request)));
    await read('/folders');
    await jest.advanceTimersByTimeAsync(100);
    expect(files()).toEqual(['https://lectern.example/assets/a1/main.js', 'https://cdn.example/study/1/remoteEntry.js']);
  });

  test('is fetched when a browser said too early that it is online', async () => {
    worker.network(offline);
    const refreshed = refresh();
    await jest.advanceTimersByTimeAsync(500);
    worker.network(site('a1', []));
    await jest.advanceTimersByTimeAsync(2_000);
    await refreshed;
    expect(files()).toEqual(['https://lectern.example/assets/a1/main.js']);
  });

  test('quota full: the former page stays', async () => {
    worker.network(site('a1', []));
    await refresh();
    worker.caches.isFull = true;
    worker.network(site('a2', []));
    await refresh();
    worker.network(offline);
    expect(await stored()).toContain('<p>a1</p>');
  });

  test('a release does not take files from a page that is open', async () => {
    worker.network(site('a1', ['study/1']));
    await refresh();
    worker.network(site('a2', ['study/2']));
    await refresh(['https://lectern.example/assets/a1/main.js']);
    expect(files()).toContain('https://lectern.example/assets/a1/main.js');
    worker.windows.push({ postMessage: () => undefined });
    worker.network(site('a3', ['study/3']));
    await refresh();
    expect(files()).toHaveLength(5);
    worker.windows.pop();
    await refresh();
    expect(files()).toEqual(['https://lectern.example/assets/a3/main.js', 'https://cdn.example/study/3/remoteEntry.js']);
  });

  test('chunks that the page had loaded before it had a worker are stored, too', async () => {
    worker.network(site('a1', ['study/1', 'library/1', 'auth/1']));
    const chunks = ['study', 'library', 'auth'].map((name) => `https://cdn.example/${name}/1/review.js`);
    await script(chunks[1] ?? '');
    await refresh([chunks[0] ?? '']);
    expect(files().filter((address) => address.endsWith('review.js'))).toEqual(chunks.slice(0, 2));
  });

  test('an answer that lists no files, such as a login page of a network, is not stored', async () => {
    worker.network(site('a1', []));
    await refresh();
    worker.network(() => new Response('<h1>Welcome to the hotel</h1>'));
    await refresh();
    worker.network(offline);
    expect(await stored()).toContain('<p>a1</p>');
  });
});

describe('scripts', () => {
  const chunk = 'https://cdn.example/study/1/review.js';

  beforeEach(async () => {
    worker.network(site('a1', ['study/1']));
    await refresh();
    worker.fetched.length = 0;
  });
  const kept = () => worker.caches.addresses(cacheNames.files).filter((address) => address.includes('review'));

  test('that the page loads on demand are fetched once, with the integrity value of the registry', async () => {
    worker.network(() => new Response('code'));
    await script(chunk);
    expect(worker.fetched.map(({ url, integrity }) => [url, integrity])).toEqual([[chunk, 'sha256-y']]);
    worker.network(offline);
    expect(await (await script(chunk))?.text()).toBe('code');
  });

  test('a retry of the page goes past a damaged copy, and replaces it', async () => {
    worker.network(() => new Response('damaged'));
    await script(chunk);
    worker.network(() => new Response('code'));
    expect(await (await script(`${chunk}?retry=1`))?.text()).toBe('code');
    worker.network(offline);
    expect(await (await script(chunk))?.text()).toBe('code');
    expect(kept()).toEqual([chunk]);
  });

  test('whose hash is unknown, of another origin, and missing ones are not stored', async () => {
    worker.network(() => new Response('code'));
    expect(await (await script('https://cdn.example/study/2/review.js'))?.text()).toBe('code');
    expect(await script('https://evil.example/review.js')).toBeUndefined();
    worker.network(() => new Response('', { status: 404 }));
    expect((await script(chunk))?.status).toBe(404);
    expect(kept()).toEqual([]);
  });

  test('quota full: the script runs nevertheless', async () => {
    worker.caches.isFull = true;
    worker.network(() => new Response('code'));
    expect(await (await script(chunk))?.text()).toBe('code');
  });
});

describe('reads of a learner', () => {
  test('come from the network, and without it from the last answer', async () => {
    worker.network(() => json(['new']));
    await read('/study-materials?limit=3');
    worker.network(offline);
    expect(await (await read('/study-materials?limit=3'))?.json()).toEqual(['new']);
    await expect(read('/study-materials?limit=4')).rejects.toThrow();
    expect(worker.told).toEqual([
      { type: 'network', isReachable: true },
      { type: 'network', isReachable: false },
      { type: 'network', isReachable: false },
      { type: 'network', isReachable: false },
    ]);
  });

  test('clock wrong: an answer is kept however old the device thinks it is', async () => {
    worker.network(() => json(['kept'], { headers: { date: 'Thu, 01 Jan 1970 00:00:00 GMT' } }));
    await read('/folders');
    jest.setSystemTime(new Date('2099-01-01'));
    worker.network(offline);
    expect(await (await read('/folders'))?.json()).toEqual(['kept']);
    jest.setSystemTime(new Date('1999-01-01'));
    expect(await (await read('/folders'))?.json()).toEqual(['kept']);
  });

  test('belong to one learner', async () => {
    worker.network(() => json(['of Ada']));
    await read('/folders', 'ada');
    worker.network(offline);
    await expect(read('/folders', 'grace')).rejects.toThrow();
  });

  test.each([
    '/auth/export',
    '/auth/sessions',
    '/subscription/status',
    '/reviews/items/card/c1',
    '/reviews/calendar',
    '/reviews/calendars/x.ics',
    '/quizzes/progress/k1',
    '/study-materials/unified/engine',
    '/study-materials/m1/export?format=md',
    '/folders/shared/secret/materials/m1',
  ])('%s is never kept', async (path) => {
    worker.network(() => json({}));
    expect(await read(path)).toBeUndefined();
  });

  test('nothing is kept of a visitor, of a change, and of an answer that is no JSON', async () => {
    worker.network(() => new Response('file', { headers: { 'content-type': 'text/csv' } }));
    expect(await worker.request('/api/folders')).toBeUndefined();
    expect(await worker.request('/api/folders', { method: 'POST', headers: { 'x-auth-token': tokenOf('ada') } })).toBeUndefined();
    await read('/folders');
    expect(worker.caches.addresses(cacheNames.answers)).toEqual([]);
  });

  test('a guide that was deleted is not kept any more', async () => {
    worker.network(() => json({}));
    await read('/study-materials/m1');
    worker.network(() => json({}, { status: 404 }));
    await read('/study-materials/m1');
    expect(worker.caches.addresses(cacheNames.answers)).toEqual([]);
  });

  test('the oldest go first, by their order', async () => {
    worker.network(() => json({}));
    for (let number = 1; number <= 402; number += 1) await read(`/quizzes/${String(number)}`);
    const kept = worker.caches.addresses(cacheNames.answers);
    expect(kept).toHaveLength(400);
    expect(kept[0]).toContain('/quizzes/3?');
  }, 30_000);

  test('quota full: the answer is shown nevertheless, and pictures make room', async () => {
    worker.network(() => json({}));
    await worker.request('/api/study-materials/m1/pictures/p1?s=1', {}, { destination: 'image' });
    expect(worker.caches.addresses(cacheNames.pictures)).toHaveLength(1);
    worker.caches.isFull = true;
    expect(await (await read('/folders'))?.json()).toEqual({});
    expect(worker.caches.addresses(cacheNames.pictures)).toEqual([]);
  });
});

describe('pictures', () => {
  test('are kept under their address without the signature', async () => {
    const picture = (signature: string) =>
      worker.request(`/api/study-materials/m1/pictures/p1?s=${signature}`, {}, { destination: 'image', mode: 'no-cors' });
    worker.network(() => new Response('bytes'));
    await picture('1');
    expect(worker.fetched[0]).toMatchObject({ mode: 'cors', credentials: 'omit' });
    worker.network(offline);
    expect(await (await picture('2'))?.text()).toBe('bytes');
  });
});

describe("today's queue", () => {
  const queue = [{ itemId: 'c1', pictures: [{ url: 'https://lectern.example/api/flashcards/d1/pictures/p1?s=1' }] }, { itemId: 'c2' }];
  const start = () => worker.tell('message', { type: 'refresh', inUse: [], token: tokenOf('ada') });
  const network = ({ url }: Request): Response => {
    if (url.includes('/reviews/queue?limit=100')) return json(queue);
    return url.includes('/pictures/') ? new Response('bytes') : json(queue.slice(0, Number(new URL(url).searchParams.get('limit'))));
  };

  test('is there without a network, as a whole, with the pictures of its cards', async () => {
    worker.network(network);
    await start();
    await read('/reviews/queue?limit=1');
    worker.network(offline);
    expect(await (await read('/reviews/queue'))?.json()).toEqual(queue);
    expect(worker.caches.addresses(cacheNames.pictures)).toEqual(['https://lectern.example/api/flashcards/d1/pictures/p1']);
    await expect(read('/reviews/queue?deckId=d1')).rejects.toThrow();
  });

  test('is the one that a page has read since, if that is all of it', async () => {
    worker.network(() => json([]));
    await start();
    worker.network(() => json(queue));
    await read('/reviews/queue?limit=50');
    worker.network(offline);
    expect(await (await read('/reviews/queue?limit=50'))?.json()).toEqual(queue);
  });

  test('is read once a minute, and a moment after the last of several answers', async () => {
    const reads = () => worker.fetched.filter(({ url }) => url.includes('/reviews/queue')).length;
    worker.network(network);
    await start();
    await start();
    expect(reads()).toBe(1);
    const answer = () => worker.request('/api/reviews', { method: 'POST', headers: { 'x-auth-token': tokenOf('ada') } });
    const answers = [answer(), answer()];
    await jest.advanceTimersByTimeAsync(3_000);
    expect(await Promise.all(answers)).toEqual([undefined, undefined]);
    expect(reads()).toBe(2);
  });

  test('is read again after a failure', async () => {
    worker.network(offline);
    const started = start();
    await jest.advanceTimersByTimeAsync(60_000);
    await started;
    worker.network(network);
    await start();
    expect(worker.caches.addresses(cacheNames.answers)).toHaveLength(2);
  });
});

describe('a learner who leaves', () => {
  test('leaves nothing', async () => {
    worker.network(() => json({}));
    await read('/folders');
    await worker.request('/api/study-materials/m1/pictures/p1?s=1', {}, { destination: 'image' });
    await worker.tell('message', { type: 'forget' });
    expect(await worker.caches.keys()).toEqual([]);
  });

  test('leaves nothing of what is still under way', async () => {
    let arrive: (response: Response) => void = () => undefined;
    worker.network(
      () =>
        new Promise<Response>((resolve) => {
          arrive = resolve;
        }),
    );
    const reading = read('/folders');
    await jest.advanceTimersByTimeAsync(1);
    await worker.tell('message', { type: 'forget' });
    arrive(json({}));
    await reading;
    expect(worker.caches.addresses(cacheNames.answers)).toEqual([]);
  });
});

test('a worker that is being removed stores nothing any more', async () => {
  await worker.tell('message', { type: 'stop' });
  worker.network(() => json({}));
  expect((await read('/folders'))?.status).toBe(200);
  expect(worker.caches.addresses(cacheNames.answers)).toEqual([]);
});

test('a new worker drops caches that former ones used, and nobody else’s', async () => {
  for (const name of ['lectern-files', 'lectern-former', 'other']) await worker.caches.open(name);
  await worker.tell('activate');
  expect(await worker.caches.keys()).toEqual(['lectern-files', 'other']);
  expect(worker.skipWaiting).not.toHaveBeenCalled();
});
