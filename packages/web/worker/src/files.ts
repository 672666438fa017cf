import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import type { WorkboxPlugin } from 'workbox-core/types';
import { answerBy } from './answerBy';
import { cacheNames, type KeptFile, type KeptFiles } from './names';
import { settings } from './settings';
import { isStopped } from './stopped';
import { addressOf, integrityOf } from './storedPage';

/** The page's loader retries under an address with this parameter (`packages/web/build/src/runtime/withRetries.js`). */
const retryParameter = 'retry';

const fontsPath = '/assets/fonts/';

const plainAddress = (address: string): string => {
  const url = new URL(address);
  url.search = '';
  return url.href;
};

/** Stores a file under its address without a query. A retry goes to the network, because the stored file may be damaged. */
const underPlainAddress: WorkboxPlugin = {
  cacheKeyWillBeUsed: ({ request, mode }) =>
    Promise.resolve(mode === 'read' && new URL(request.url).searchParams.has(retryParameter) ? request : plainAddress(request.url)),
};

/** Scripts that pages loaded while their hash was unknown: on the first visit, before the list is stored. */
export const unverified = new Set<string>();

/**
 * Stores only scripts whose hash was verified. Chromium does not tell a worker the integrity value of a page's request, so it comes from the list in
 * the stored page. The browser also verifies what the worker answers.
 */
const verifiedOnly: WorkboxPlugin = {
  requestWillFetch: async ({ request }) => {
    const integrity = await integrityOf(plainAddress(request.url));
    return integrity === undefined ? request : new Request(request.url, { integrity, mode: 'cors', credentials: 'omit' });
  },
  cacheWillUpdate: async ({ request, response }) => {
    const address = plainAddress(request.url);
    const isKnown = new URL(address).pathname.startsWith(fontsPath) || (await integrityOf(address)) !== undefined;
    if (!isKnown) unverified.add(address);
    return isKnown && response.status === 200 && !isStopped() ? response : null;
  },
};

/** Whether the worker answers a request: for a script of the shell or a remote, or for a font. */
const isKeptFile = (request: Request, url: URL, isOwn: boolean): boolean => {
  if (isOwn && url.pathname.startsWith(fontsPath)) return true;
  const isOurs = (isOwn && url.pathname.startsWith('/assets/')) || settings.remotes.includes(url.origin);
  return isOurs && request.destination === 'script';
};

/** Answers requests for files from the cache. Their addresses contain a hash or a version, so they never change. */
export const serveFiles = (): void => {
  registerRoute(
    ({ request, url, sameOrigin }) => isKeptFile(request, url, sameOrigin),
    answerBy(
      new CacheFirst({ cacheName: cacheNames.files, matchOptions: { ignoreVary: true }, plugins: [underPlainAddress, verifiedOnly] }),
    ),
  );
};

/** Fetches a file that is not stored yet. @throws TypeError if it cannot be fetched or has another hash */
const keep = async (cache: Cache, { file, integrity }: KeptFile): Promise<void> => {
  const address = addressOf({ file });
  if (await cache.match(address, { ignoreVary: true })) return;
  const response = await fetch(address, { ...(integrity !== undefined && { integrity }), mode: 'cors', credentials: 'omit' });
  if (!response.ok) throw new TypeError(`${address}: ${String(response.status)}`);
  await cache.put(address, response);
};

/**
 * Fetches what is missing, one file after the other, because the page may need the connections.
 *
 * @throws TypeError if a file of the shell is missing; remotes may be down
 */
export const keepFiles = async ({ shell, remotes }: KeptFiles): Promise<void> => {
  const cache = await caches.open(cacheNames.files);
  for (const file of shell) await keep(cache, file);
  for (const file of remotes) await keep(cache, file).catch(() => undefined);
};

const folderOf = (address: string): string => new URL('.', address).href;

/** Deletes the files of releases that are neither listed nor in use. Listed releases keep the chunks that a page has loaded on demand. */
export const dropFormerReleases = async ({ shell, remotes }: KeptFiles, inUse: readonly string[]): Promise<void> => {
  const folders = new Set([...shell.map(addressOf), ...remotes.map(addressOf), ...inUse].map(folderOf));
  const cache = await caches.open(cacheNames.files);
  for (const request of await cache.keys()) if (!folders.has(folderOf(request.url))) await cache.delete(request);
};
