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

const hear = (isReachableNow: boolean): void => {
  isReachable = isReachableNow;
  tell();
};

/** The pauses before each question whether the site answers again. The last one repeats. Milliseconds. */
const pausesMs = [1_000, 3_000, 10_000, 30_000];
/** The maximum wait for its answer. Milliseconds. */
const patienceMs = 10_000;

/** Returns whether the gateway answers, whatever it says. */
const isAnswering = async (): Promise<boolean> => {
  try {
    await fetch(`${getSettings().apiUrl}/health/live`, { mode: 'no-cors', cache: 'no-store', signal: AbortSignal.timeout(patienceMs) });
    return true;
  } catch {
    return false;
  }
};

/** Asks until the site answers again, because an idle page sends nothing that would show it. @returns a function that ends it */
const askUntilReachable = (): (() => void) => {
  let isEnded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ask = async (round: number): Promise<void> => {
    const isBack = await isAnswering();
    if (isEnded) return;
    if (isBack) hear(true);
    else askLater(round + 1);
  };
  const askLater = (round: number): void => {
    timer = setTimeout(() => void ask(round), pausesMs[round] ?? pausesMs.at(-1));
  };
  askLater(0);
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
};

let isFollowed = false;

/** Follows the browser and the service worker, which sees whether requests arrive. */
const follow = (): void => {
  if (isFollowed) return;
  isFollowed = true;
  addEventListener('offline', tell);
  addEventListener('online', () => hear(true));
  // Absent on a site without HTTPS.
  (navigator as Partial<Navigator>).serviceWorker?.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) =>
    hear(data.isReachable),
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
  useEffect(() => (network === 'unreachable' ? askUntilReachable() : undefined), [network]);
  return network;
};
