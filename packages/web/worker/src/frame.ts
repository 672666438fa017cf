import type { RouteHandlerCallbackOptions } from 'workbox-core/types';
import { registerRoute } from 'workbox-routing';
import { dropFormerReleases, keepFiles, unverified } from './files';
import { framePath } from './names';
import { isNetworkError, networkSeen } from './network';
import { addressOf, filesIn, readStoredPage, storePage } from './storedPage';

declare const self: ServiceWorkerGlobalScope;

/** How long a page waits for the network before the stored one is shown. Milliseconds. */
const patienceMs = 4_000;

const late = (): Promise<never> =>
  new Promise((_resolve, reject) => {
    setTimeout(() => {
      reject(new Error('The network is too slow.'));
    }, patienceMs);
  });

/**
 * Answers with the page from the network. Without it, or while the page server answers with errors, with the stored page, which starts at every path.
 */
const answerPage = async ({ request, event }: Pick<RouteHandlerCallbackOptions, 'request' | 'event'>): Promise<Response> => {
  const load = async (): Promise<Response> => ((await (event as FetchEvent).preloadResponse) as Response | undefined) ?? fetch(request);
  const loading = load();
  // A page that arrives late still ends its request properly.
  event.waitUntil(loading.catch(() => undefined));
  try {
    const response = await Promise.race([loading, late()]);
    networkSeen(response.status < 500);
    return response.status < 500 ? response : ((await readStoredPage()) ?? response);
  } catch (error) {
    if (isNetworkError(error)) networkSeen(false);
    return (await readStoredPage()) ?? loading;
  }
};

/** Whether a request opens a page of the site. */
const opensPage = (request: Request, url: URL, isOwn: boolean): boolean =>
  isOwn &&
  request.mode === 'navigate' &&
  !/^\/(?:assets|health|remotes|api|releases)(?:\/|\.|$)/.test(url.pathname) &&
  url.pathname !== framePath;

export const servePages = (): void => {
  registerRoute(({ request, url, sameOrigin }) => opensPage(request, url, sameOrigin), answerPage);
};

/** The pauses before further attempts. A browser may say that it is online before it reaches anything. Milliseconds. */
const pausesMs = [1_000, 5_000, 20_000];

const fetchPage = async (): Promise<Response> => {
  for (const pauseMs of pausesMs) {
    try {
      return await fetch(framePath, { cache: 'no-store' });
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  return fetch(framePath, { cache: 'no-store' });
};

const refreshOnce = async (inUse: readonly string[]): Promise<void> => {
  const response = await fetchPage();
  if (!response.ok) return;
  const files = filesIn(await response.clone().text());
  // Chunks that pages have loaded on demand without this worker, or before it had the list.
  const loaded = new Set([...inUse, ...unverified]);
  const used = files.onUse.filter((file) => loaded.has(addressOf(file)));
  await keepFiles({ ...files, remotes: [...files.remotes, ...used] });
  // The page replaces the former one only now: a page is never stored without the shell's files that it names.
  await storePage(response);
  unverified.clear();
  // Another page may still run a former release.
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (pages.length <= 1) await dropFormerReleases(files, inUse);
};

let refreshing: Promise<void> | undefined;

/**
 * Fetches the page with the current registry, and the files that it names. If something fails, the former page stays with its files. Concurrent calls
 * share one run.
 */
export const refreshFrame = (inUse: readonly string[]): Promise<void> =>
  (refreshing ??= refreshOnce(inUse)
    .catch(() => undefined)
    .finally(() => {
      refreshing = undefined;
    }));
