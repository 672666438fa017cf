import { getSettings } from '@lectern/platform';
import type { WorkerMessage } from '@lectern/worker/names';
import { useEffect, useSyncExternalStore } from 'react';

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

const setReachable = (next: boolean): void => {
  isReachable = next;
  tell();
};

/** How often the page asks whether the site answers again, and the maximum wait for the answer. Milliseconds. */
const askEveryMs = 5_000;

/** Asks once whether the gateway answers, whatever it says. */
const askGateway = async (): Promise<void> => {
  try {
    await fetch(`${getSettings().apiUrl}/health/live`, { mode: 'no-cors', cache: 'no-store', signal: AbortSignal.timeout(askEveryMs) });
    setReachable(true);
  } catch {
    // The next question follows.
  }
};

let isFollowed = false;

/** Follows the browser and the service worker, which sees whether requests arrive. */
const follow = (): void => {
  if (isFollowed) return;
  isFollowed = true;
  addEventListener('offline', tell);
  addEventListener('online', () => setReachable(true));
  // Absent on a site without HTTPS.
  (navigator as Partial<Navigator>).serviceWorker?.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) =>
    setReachable(data.isReachable),
  );
};

const subscribe = (listener: () => void): (() => void) => {
  follow();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export const useNetwork = (): NetworkState => {
  const network = useSyncExternalStore(subscribe, state);
  useEffect(() => {
    if (network !== 'unreachable') return undefined;
    // An idle page sends nothing that would show that the site is back.
    const timer = setInterval(() => void askGateway(), askEveryMs);
    return () => clearInterval(timer);
  }, [network]);
  return network;
};
