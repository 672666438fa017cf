import type { WorkboxPlugin } from 'workbox-core/types';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { answerBy } from './answerBy';
import { cacheNames, deleteLearnerCaches } from './names';
import { isNetworkError, networkSeen } from './network';
import { settings } from './settings';
import { isStopped } from './stopped';

declare const self: ServiceWorkerGlobalScope;

const tokenHeader = 'x-auth-token';
/** How long a read waits for the network before a stored answer is shown: until the page would say that it is slow. Seconds. */
const patienceSeconds = 10;
/** The most answers and pictures that are kept. The oldest go first. */
const mostKept = { answers: 400, pictures: 300 };
/** The longest queue that one call answers (`reviewBounds.queue` of the contracts). */
const longestQueue = 100;
/** The minimum time between two reads of the queue. Milliseconds. */
const queuePauseMs = 60_000;
/** How long after an answer the queue is read again. Milliseconds. */
const reviewedPauseMs = 2_000;

/** The path of a call below the gateway's address. `undefined` for other requests. */
const pathOf = (url: URL): string | undefined =>
  url.href.startsWith(`${settings.api}/`) ? url.href.slice(settings.api.length).split('?')[0] : undefined;

/**
 * Reads whose old answer would do harm: of the account (except the profile) and of payments (except what is used of a plan), the calendar's secret address, work in progress, files for
 * downloading, what others share by a link that they may end, and an item's reviews, by which the outbox decides whether an answer has arrived.
 */
const neverKept =
  /^\/(?:auth\/(?!user$)|subscription\/(?!limits$)|reviews\/(?:items\/|calendars?(?:\/|$))|.*\/(?:progress|engine|export|shared)(?:\/|$))/;

/** Whether the answer of a read is kept for the time without a network. A call that a team adds is, unless it is named above. */
const isKeptRead = (request: Request, url: URL): boolean => {
  const path = pathOf(url);
  return path !== undefined && request.method === 'GET' && request.headers.has(tokenHeader) && !neverKept.test(path);
};

/** Whether a request is for a picture of a guide, a card or a page. Its address is signed, and its bytes never change. */
const isPicture = (request: Request, url: URL): boolean =>
  request.destination === 'image' && /\/(?:pictures|pages)\/[^/]+$/.test(pathOf(url) ?? '');

/** Returns the learner's id in a session token, or '' if it has none. The server has accepted the token if its answer is kept. */
const learnerIn = (token: string | null): string => {
  try {
    const payload = (token?.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { sub } = JSON.parse(atob(payload)) as { sub?: unknown };
    return typeof sub === 'string' ? sub : '';
  } catch {
    return '';
  }
};

const isWholeQueue = (url: URL): boolean =>
  pathOf(url) === '/reviews/queue' && [...url.searchParams.keys()].every((name) => name === 'limit');

/** The key of an answer. It names the learner, so that nobody gets the answer of another learner of the same device. */
const keyOf = (address: string, learner: string): string => {
  const url = new URL(address);
  if (isWholeQueue(url)) url.searchParams.set('limit', String(longestQueue));
  url.searchParams.set('learner', learner);
  return url.href;
};

/** The learner that is signed in has another number after each departure. What was requested before is not kept any more. */
let stay = 0;

/** Deletes everything of the learner. */
export const forgetLearner = async (): Promise<void> => {
  stay += 1;
  queueReadAt = -Infinity;
  await deleteLearnerCaches();
};

/** Deletes the oldest entries of a cache. By their order, not by time, because a device's clock may be wrong. */
const trim = async (cacheName: string, most: number): Promise<void> => {
  const cache = await caches.open(cacheName);
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(key);
};

/** Makes room when the device has none left: pictures first, because they are large and the rest works without them. */
export const makeRoom = async (): Promise<void> => {
  await caches.delete(cacheNames.pictures);
  await trim(cacheNames.answers, mostKept.answers / 4);
};

/** Keeps nothing for a learner who has left since the request. */
const forThisStay = (cacheName: string, most: number): WorkboxPlugin => ({
  handlerWillStart: ({ state }) => {
    if (state) state['stay'] = stay;
    return Promise.resolve();
  },
  cacheWillUpdate: ({ response, state }) =>
    Promise.resolve(response.status === 200 && state?.['stay'] === stay && !isStopped() ? response : null),
  cacheDidUpdate: async ({ state }) => {
    if (state?.['stay'] === stay) await trim(cacheName, most);
    // The learner has left while the answer was being stored.
    else await deleteLearnerCaches();
  },
});

const keyPlugin: WorkboxPlugin = {
  cacheKeyWillBeUsed: ({ request }) => Promise.resolve(keyOf(request.url, learnerIn(request.headers.get(tokenHeader)))),
};

/** The number of items that a page asks for if it names none (`reviewBounds.queueDefault` of the contracts). */
const usualQueue = 50;

/** A page reads the start of the queue. If that is all of it, it is kept. Otherwise the whole queue is read for the time without a network. */
const wholeQueue: WorkboxPlugin = {
  cacheWillUpdate: async ({ request, response, event }) => {
    if (!response.headers.get('content-type')?.startsWith('application/json')) return null;
    const url = new URL(request.url);
    if (!isWholeQueue(url)) return response;
    const items = (await response.clone().json()) as unknown[];
    if (items.length < Number(url.searchParams.get('limit') ?? usualQueue)) return response;
    (event as ExtendableEvent).waitUntil(readQueue(request.headers.get(tokenHeader) ?? ''));
    return null;
  },
};

const networkPlugin: WorkboxPlugin = {
  fetchDidSucceed: async ({ request, response }) => {
    networkSeen(true);
    // The guide was deleted, or belongs to somebody else.
    if (response.status === 404)
      await (await caches.open(cacheNames.answers)).delete(keyOf(request.url, learnerIn(request.headers.get(tokenHeader))));
    return response;
  },
  fetchDidFail: ({ error, state }) => {
    if (isNetworkError(error)) networkSeen(false);
    else if (state) state['isCancelled'] = true;
    return Promise.resolve();
  },
  cachedResponseWillBeUsed: ({ cachedResponse, state }) => {
    // Also used if the network is only too slow.
    if (cachedResponse && state?.['isCancelled'] !== true) networkSeen(false);
    return Promise.resolve(cachedResponse);
  },
};

interface Pictured {
  pictures?: { url?: unknown }[];
}

const pictureAddress = (address: string): string => {
  const url = new URL(address);
  url.search = '';
  return url.href;
};

/** Fetches a picture so that its bytes can be checked and kept: with CORS, unlike the page's elements. */
const fetchPicture = (address: string): Promise<Response> => fetch(address, { mode: 'cors', credentials: 'omit' });

let queueReadAt = -Infinity;

/** Keeps the whole queue of today and its summary, with the pictures on its cards. Not again within a minute. */
export const readQueue = async (token: string): Promise<void> => {
  // A clock that never jumps.
  if (performance.now() - queueReadAt < queuePauseMs) return;
  const [startedAt, startedIn] = [performance.now(), stay];
  queueReadAt = startedAt;
  try {
    const answers = await caches.open(cacheNames.answers);
    const keep = async (path: string): Promise<Response> => {
      const address = settings.api + path;
      const response = await fetch(address, { headers: { [tokenHeader]: token } });
      if (!response.ok) throw new Error(`${path} was answered with ${String(response.status)}.`);
      if (startedIn === stay) await answers.put(keyOf(address, learnerIn(token)), response.clone());
      return response;
    };
    await keep('/reviews/summary');
    const queue = await keep(`/reviews/queue?limit=${String(longestQueue)}`);
    const items = (await queue.json()) as Pictured[];
    const pictures = await caches.open(cacheNames.pictures);
    for (const { url } of items.flatMap((item) => item.pictures ?? [])) {
      if (typeof url !== 'string' || (await pictures.match(pictureAddress(url)))) continue;
      const picture = await fetchPicture(url);
      if (startedIn === stay && picture.ok) await pictures.put(pictureAddress(url), picture);
    }
  } catch {
    // The next call tries again.
    if (queueReadAt === startedAt) queueReadAt = -Infinity;
  }
  if (startedIn !== stay) await deleteLearnerCaches();
};

let reviewsSent = 0;

/** Reads the queue again a moment after the last of several answers, so that an answered item is not shown again without a network. */
const whenReviewed = (): void => {
  self.addEventListener('fetch', (event) => {
    const { request } = event;
    if (request.method === 'GET' || !/^\/reviews(?:\/|$)/.test(pathOf(new URL(request.url)) ?? '')) return;
    reviewsSent += 1;
    const sent = reviewsSent;
    const read = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, reviewedPauseMs));
      if (sent !== reviewsSent) return;
      queueReadAt = -Infinity;
      await readQueue(request.headers.get(tokenHeader) ?? '');
    };
    event.waitUntil(read());
  });
};

/** Answers reads of a learner from the network. Without it, with the last answer that this learner got on this device. */
export const serveLearner = (): void => {
  whenReviewed();
  registerRoute(
    ({ request, url }) => isKeptRead(request, url),
    answerBy(
      new NetworkFirst({
        cacheName: cacheNames.answers,
        matchOptions: { ignoreVary: true },
        networkTimeoutSeconds: patienceSeconds,
        plugins: [keyPlugin, wholeQueue, forThisStay(cacheNames.answers, mostKept.answers), networkPlugin],
      }),
    ),
  );
  registerRoute(
    ({ request, url }) => isPicture(request, url),
    answerBy(
      new CacheFirst({
        cacheName: cacheNames.pictures,
        matchOptions: { ignoreVary: true },
        plugins: [
          {
            requestWillFetch: ({ request }) => Promise.resolve(new Request(request.url, { mode: 'cors', credentials: 'omit' })),
            cacheKeyWillBeUsed: ({ request }) => Promise.resolve(pictureAddress(request.url)),
          },
          forThisStay(cacheNames.pictures, mostKept.pictures),
        ],
      }),
    ),
  );
};
