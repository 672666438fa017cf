import { useSyncExternalStore } from 'react';

/** The header changes its look beyond this scroll position. Pixels. */
const scrollThreshold = 10;

let isScrolled = false;

const subscribe = (listener: () => void): (() => void) => {
  const look = (): void => {
    isScrolled = scrollY > scrollThreshold;
    listener();
  };
  addEventListener('scroll', look, { passive: true });
  // Not read during rendering: `scrollY` would force an extra layout before the paint.
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
