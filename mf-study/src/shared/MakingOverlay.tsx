import { calls } from '@lectern/contracts';
import { call, isModel, useEngine } from '@lectern/platform';
import { ProgressOverlay, type ProgressOverlayProps } from '@lectern/ui';
import type { ReactNode } from 'react';

export interface MakingOverlayProps extends Omit<ProgressOverlayProps, 'progress'> {
  isOpen?: boolean;
  /** What is being generated: questions or cards. */
  part: 'question' | 'card';
  /** Idempotency key of the running call; undefined until known. */
  progressKey: string | undefined;
}

/** The overlay during generation. A language model is slow, so it shows how many items are finished. */
export const MakingOverlay = ({ part, progressKey, ...overlay }: MakingOverlayProps): ReactNode => {
  const isSlow = isModel(useEngine(calls.getStudyEngine));
  const read = () => {
    const input = { path: { key: progressKey ?? '' }, hasOwnProgress: true };
    return part === 'question' ? call(calls.getQuizProgress, input) : call(calls.getDeckProgress, input);
  };
  return <ProgressOverlay {...overlay} progress={isSlow && progressKey !== undefined ? { part, read } : undefined} />;
};
