import { useSyncExternalStore } from 'react';

/** The header changes once the page is scrolled by more than this many pixels (specification, section 9). */
export const scrollThreshold = 10;

const subscribe = (listener: () => void): (() => void) => {
  addEventListener('scroll', listener, { passive: true });
  return () => {
    removeEventListener('scroll', listener);
  };
};

export const useScrolled = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => scrollY > scrollThreshold,
    () => false,
  );
