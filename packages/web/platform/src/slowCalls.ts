import { atom, useAtomValue } from 'jotai';
import { platformStore } from './store';

/** After this time the page reports that a call is slow, and the learner can cancel it. The HTTP client has no timeout. Milliseconds. */
export const slowAfterMs = 10_000;

const slow = new Set<AbortController>();

/** The number of calls that have been running for longer than `slowAfterMs`. */
export const slowCallsAtom = atom(0);

const tell = (): void => {
  platformStore.set(slowCallsAtom, slow.size);
};

/** Tracks one call. @returns a function to call when the call has ended */
export const followCall = (controller: AbortController): (() => void) => {
  const timer = setTimeout(() => {
    slow.add(controller);
    tell();
  }, slowAfterMs);
  return () => {
    clearTimeout(timer);
    if (slow.delete(controller)) tell();
  };
};

/** Cancels all slow calls. Each fails as `cancelled`, and its screen offers to try again. */
export const cancelSlowCalls = (): void => {
  for (const controller of [...slow]) controller.abort();
};

/** Subscribes the component to `slowCallsAtom`. */
export const useSlowCalls = (): number => useAtomValue(slowCallsAtom, { store: platformStore });
