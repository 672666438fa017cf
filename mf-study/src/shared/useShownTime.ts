import { reviewBounds } from '@lectern/contracts';
import { useEffect, useRef } from 'react';

/** Measures how long an item has been on screen. @returns a function that returns the time in milliseconds, at most the API's limit */
export const useShownTime = (itemId: string | undefined): (() => number) => {
  const since = useRef(0);
  useEffect(() => {
    since.current = performance.now();
  }, [itemId]);
  return () => Math.min(reviewBounds.durationMs, Math.round(performance.now() - since.current));
};
