/**
 * Replaces the service worker while the registry turns it off: removes it and its caches. A browser fetches the worker's script past the worker itself, so
 * this also ends one that answers wrongly.
 */
import { deleteAllCaches } from './names';

declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', () => {
  // It does nothing for the open pages but to let them go to the network.
  void self.skipWaiting();
});
self.addEventListener('activate', (event) => {
  event.waitUntil(deleteAllCaches().then(() => self.registration.unregister()));
});
