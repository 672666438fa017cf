import { getSession, platformStore, sessionAtom } from '@lectern/platform';
import type { ComponentType } from 'react';
import type { PageData } from '../PageData';
import type { OfflineProps } from './Offline';

/** Resolves when the page is loaded and has nothing else to do. */
const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    const wait = (): void => {
      // WebKit has no idle callbacks.
      if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve());
      else setTimeout(resolve, 200);
    };
    if (document.readyState === 'complete') wait();
    else addEventListener('load', wait, { once: true });
  });

/** Loads the line that says that the network is missing. It never delays what the page shows. */
export const loadOffline = async (): Promise<ComponentType<OfflineProps>> => {
  await whenIdle();
  return (await import(/* webpackChunkName: "offline" */ './Offline')).Offline;
};

const loadWorker = async (data: PageData): Promise<void> => {
  await whenIdle();
  (await import(/* webpackChunkName: "offline" */ './startWorker')).startWorker(data);
};

/**
 * Starts what the page does for the time without a network, as soon as somebody is signed in. On a page with a service worker it starts in any case,
 * because the worker may have to be removed, or to forget somebody.
 */
export const startOffline = (data: PageData): void => {
  // Absent on a site without HTTPS.
  const { serviceWorker } = navigator as Partial<Navigator>;
  if (!serviceWorker) return;
  const start = (): void => {
    loadWorker(data).catch(() => undefined);
  };
  if (getSession().token !== undefined || serviceWorker.controller) {
    start();
    return;
  }
  const stop = platformStore.sub(sessionAtom, () => {
    if (!getSession().isAuthenticated) return;
    stop();
    start();
  });
};
