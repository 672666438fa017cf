import { getSession, platformStore, queryClient, sessionAtom } from '@lectern/platform';
import { deleteAllCaches, deleteLearnerCaches, type PageMessage } from '@lectern/worker/names';
import type { PageData } from '../PageData';

/** The minimum time between two reads of the registry when a tab is shown again. Milliseconds. */
const refreshPauseMs = 60_000;

const send = (worker: ServiceWorker | null, message: PageMessage): void => {
  worker?.postMessage(message);
};

/** Removes the worker and all that it keeps. */
const remove = async (): Promise<void> => {
  send(navigator.serviceWorker.controller, { type: 'stop' });
  const registrations = await navigator.serviceWorker.getRegistrations();
  await Promise.all([...registrations.map((registration) => registration.unregister()), deleteAllCaches()]);
};

/** Deletes what the device keeps of a learner as soon as they are signed out, on this tab or another. */
const forgetWhoLeaves = (): void => {
  const forget = (): void => {
    // The worker also drops what is under way. The caches go even without one.
    send(navigator.serviceWorker.controller, { type: 'forget' });
    deleteLearnerCaches().catch(() => undefined);
  };
  const { token, user } = getSession();
  if (token === undefined) forget();
  let learner = user?._id;
  platformStore.sub(sessionAtom, () => {
    const now = getSession().user?._id;
    if (now === learner) return;
    if (learner !== undefined) forget();
    learner = now;
  });
};

/** The scripts that this page has loaded, and the entries of its remotes. The worker keeps their releases. */
const filesInUse = ({ registry }: PageData): string[] => [
  ...performance.getEntriesByType('resource').flatMap(({ name }) => {
    const { origin, pathname } = new URL(name);
    return pathname.endsWith('.js') ? [origin + pathname] : [];
  }),
  ...registry.map(({ entry }) => entry),
];

const keepFresh = async (data: PageData): Promise<void> => {
  // A former worker stays until no page uses it any more.
  const { serviceWorker } = navigator;
  // The page was shown before the device had a worker that keeps what it reads.
  const readAgain = (): void => void queryClient.invalidateQueries();
  if (!serviceWorker.controller) serviceWorker.addEventListener('controllerchange', readAgain, { once: true });
  await serviceWorker.register('/service-worker.js');
  const { active } = await serviceWorker.ready;
  let refreshedAt = -Infinity;
  const refresh = (): void => {
    refreshedAt = performance.now();
    send(active, { type: 'refresh', inUse: filesInUse(data), token: getSession().token });
  };
  refresh();
  addEventListener('online', refresh);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && performance.now() - refreshedAt > refreshPauseMs) refresh();
  });
};

/** Once somebody is signed in. */
const whenSignedIn = (): Promise<void> =>
  new Promise((resolve) => {
    const check = (): void => {
      if (getSession().isAuthenticated) resolve();
    };
    platformStore.sub(sessionAtom, check);
    check();
  });

/**
 * Gives learners the service worker, or removes it if the registry turns it off. Visitors who are not signed in do not get it, because it loads the
 * code of all screens.
 */
export const startWorker = (data: PageData): void => {
  forgetWhoLeaves();
  const work = data.hasWorker ? whenSignedIn().then(() => keepFresh(data)) : remove();
  // A browser may refuse workers or storage, for example in private windows. The site works without.
  work.catch(() => undefined);
};
