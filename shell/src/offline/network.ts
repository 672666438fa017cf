import type { WorkerMessage } from '@lectern/worker/names';
import { useSyncExternalStore } from 'react';

/** `offline`: the device has no network. `unreachable`: it has one, but the site does not answer. */
export type NetworkState = 'reachable' | 'offline' | 'unreachable';

let isReachable = true;
const listeners = new Set<() => void>();

const state = (): NetworkState => {
  if (!navigator.onLine) return 'offline';
  return isReachable ? 'reachable' : 'unreachable';
};

const tell = (): void => {
  for (const listener of listeners) listener();
};

let isFollowed = false;

/** Follows the browser and the service worker, which sees whether requests arrive. */
const follow = (): void => {
  if (isFollowed) return;
  isFollowed = true;
  addEventListener('offline', tell);
  addEventListener('online', () => {
    isReachable = true;
    tell();
  });
  // Absent on a site without HTTPS.
  (navigator as Partial<Navigator>).serviceWorker?.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
    isReachable = data.isReachable;
    tell();
  });
};

const subscribe = (listener: () => void): (() => void) => {
  follow();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export const useNetwork = (): NetworkState => useSyncExternalStore(subscribe, state);
