/** The service worker. It is replaced at the next start of the site, never while a page is open. */
import { registerQuotaErrorCallback } from 'workbox-core';
import { serveFiles } from './files';
import { refreshFrame, servePages } from './frame';
import { forgetLearner, makeRoom, readQueue, serveLearner } from './learner';
import { cacheNames, isOurs, type PageMessage } from './names';
import { whenNetworkReturns } from './network';
import { stopStoring } from './stopped';

declare const self: ServiceWorkerGlobalScope;

const dropFormerCaches = async (): Promise<void> => {
  const current: readonly string[] = Object.values(cacheNames);
  const names = await caches.keys();
  await Promise.all(names.filter((name) => isOurs(name) && !current.includes(name)).map((name) => caches.delete(name)));
};

/** The page is fetched while the worker starts. In Firefox such a page fails without a network, whatever the worker answers. */
const preloadPages = (): Promise<void> | undefined =>
  navigator.userAgent.includes('Firefox/') ? undefined : self.registration.navigationPreload?.enable();

self.addEventListener('activate', (event) => {
  // On the first visit the open page gets the worker, too: what it shows next is kept.
  event.waitUntil(Promise.all([self.clients.claim(), preloadPages(), dropFormerCaches()]));
});

let inUse: readonly string[] = [];

self.addEventListener('message', (event) => {
  const message = event.data as PageMessage;
  if (message.type === 'forget') event.waitUntil(forgetLearner());
  else if (message.type === 'stop') stopStoring();
  else {
    ({ inUse } = message);
    event.waitUntil(Promise.all([refreshFrame(inUse), message.token !== undefined && readQueue(message.token)]));
  }
});

// A remote that was taken back in the meantime is no longer kept.
whenNetworkReturns(() => void refreshFrame(inUse));
registerQuotaErrorCallback(makeRoom);
servePages();
serveFiles();
serveLearner();
