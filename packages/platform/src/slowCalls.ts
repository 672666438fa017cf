import { atom, useAtomValue } from 'jotai';
import { platformStore } from './store';

/** A call that takes longer is spoken of, and can be given up. Milliseconds. The HTTP client itself has no time-out. */
export const slowAfterMs = 10_000;

const slow = new Set<AbortController>();

/** How many calls have been under way for longer than `slowAfterMs`. */
export const slowCallsAtom = atom(0);

const tell = (): void => {
  platformStore.set(slowCallsAtom, slow.size);
};

/** Follows one call. The returned function ends that. */
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

/** Gives up every call that takes long: each fails as `cancelled`, and its screen offers to try again. */
export const cancelSlowCalls = (): void => {
  for (const controller of [...slow]) controller.abort();
};

/** `slowCallsAtom`, live. */
export const useSlowCalls = (): number => useAtomValue(slowCallsAtom, { store: platformStore });
