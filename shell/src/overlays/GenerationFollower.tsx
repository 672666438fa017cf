import { followGenerations } from '@lectern/platform';
import { useEffect, type ReactNode } from 'react';

/** Tells when what was being made as the last page was closed is ready. A part of its own, because it needs the query cache. */
export const GenerationFollower = (): ReactNode => {
  useEffect(() => followGenerations(), []);
  return null;
};
