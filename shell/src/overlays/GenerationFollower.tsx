import { followGenerations } from '@lectern/platform';
import { useEffect, type ReactNode } from 'react';

/**
 * Reports finished generations whose page was closed while they were running. A separate component, because it needs the query cache.
 */
export const GenerationFollower = (): ReactNode => {
  useEffect(() => followGenerations(), []);
  return null;
};
