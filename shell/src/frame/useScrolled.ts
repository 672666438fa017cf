import { useSyncExternalStore } from 'react';

/** The header changes once the page is scrolled by more than this many pixels (specification, section 9). */
export const scrollThreshold = 10;

let isScrolled = false;

const subscribe = (listener: () => void): (() => void) => {
  const look = (): void => {
    isScrolled = scrollY > scrollThreshold;
    listener();
  };
  addEventListener('scroll', look, { passive: true });
  // Never while the page is being drawn: the browser would have to lay it out for the answer, and once more before it paints.
  const frame = requestAnimationFrame(look);
  return () => {
    removeEventListener('scroll', look);
    cancelAnimationFrame(frame);
  };
};

export const useScrolled = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isScrolled,
    () => false,
  );
