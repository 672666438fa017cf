import { followGenerations } from '@lectern/platform';
import { useEffect, type ReactNode } from 'react';

/**
 * Reports when a generation that was running as the last page was closed has finished. A separate component, because it needs the query
 * cache.
 */
export const GenerationFollower = (): ReactNode => {
  useEffect(() => followGenerations(), []);
  return null;
};
