import { atom, useAtomValue } from 'jotai';
import { platformStore } from './store';

/** After so long the page says that a call is slow, and the learner can cancel it. Milliseconds. The HTTP client has no timeout. */
export const slowAfterMs = 10_000;

const slow = new Set<AbortController>();

/** How many calls have been running for longer than `slowAfterMs`. */
export const slowCallsAtom = atom(0);

const tell = (): void => {
  platformStore.set(slowCallsAtom, slow.size);
};

/** Watches one call. @returns call it when the call has ended */
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

/** Cancels all slow calls: each fails as `cancelled`, and its screen offers to try again. */
export const cancelSlowCalls = (): void => {
  for (const controller of [...slow]) controller.abort();
};

/** The value of `slowCallsAtom`; the component is drawn again when it changes. */
export const useSlowCalls = (): number => useAtomValue(slowCallsAtom, { store: platformStore });
