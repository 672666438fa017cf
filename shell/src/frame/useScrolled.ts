import { useSyncExternalStore } from 'react';

/** The header changes once the page is scrolled by more than this many pixels. */
const scrollThreshold = 10;

let isScrolled = false;

const subscribe = (listener: () => void): (() => void) => {
  const look = (): void => {
    isScrolled = scrollY > scrollThreshold;
    listener();
  };
  addEventListener('scroll', look, { passive: true });
  // Not read during rendering: `scrollY` would force a layout in addition to the one before the paint.
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
