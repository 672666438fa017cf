import type { WorkerMessage } from './names';

declare const self: ServiceWorkerGlobalScope;

let wasReachable: boolean | undefined;
const returns = new Set<() => void>();

const tell = async (isReachable: boolean): Promise<void> => {
  const message: WorkerMessage = { type: 'network', isReachable };
  for (const client of await self.clients.matchAll({ type: 'window' })) client.postMessage(message);
};

/** Calls the listener when a request reaches the network after others did not. */
export const whenNetworkReturns = (listener: () => void): void => {
  returns.add(listener);
};

/** Records whether a request reached the network, and tells the pages. */
export const networkSeen = (isReachable: boolean): void => {
  // A page that has just been opened does not know it yet, so a failure is always told.
  if (isReachable && wasReachable === true) return;
  const isBack = isReachable && wasReachable === false;
  wasReachable = isReachable;
  void tell(isReachable);
  if (isBack) for (const listener of returns) listener();
};

/** Whether a request failed because there is no network, not because its page cancelled it. */
export const isNetworkError = (error: unknown): boolean => !(error instanceof Error && error.name === 'AbortError');
