import { calls } from '@lectern/contracts';
import { call, isModel, useEngine } from '@lectern/platform';
import { ProgressOverlay, type ProgressOverlayProps } from '@lectern/ui';
import type { ReactNode } from 'react';

export interface MakingOverlayProps extends Omit<ProgressOverlayProps, 'progress'> {
  isOpen?: boolean;
  /** What is being made: questions or cards. */
  part: 'question' | 'card';
  /** The idempotency key of the call that makes them; undefined until it is known. */
  progressKey: string | undefined;
}

/** The overlay of a call that makes questions or cards. A language model takes long, so it tells how many there are so far. */
export const MakingOverlay = ({ part, progressKey, ...overlay }: MakingOverlayProps): ReactNode => {
  const isSlow = isModel(useEngine(calls.getStudyEngine));
  const read = () => {
    const input = { path: { key: progressKey ?? '' }, hasOwnProgress: true };
    return part === 'question' ? call(calls.getQuizProgress, input) : call(calls.getDeckProgress, input);
  };
  return <ProgressOverlay {...overlay} progress={isSlow && progressKey !== undefined ? { part, read } : undefined} />;
};
