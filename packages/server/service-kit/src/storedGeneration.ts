import * as z from 'zod/mini';
import { Generation } from '@lectern/contracts';

/** One that has not said for this time that it runs has ended with its process: three beats. */
const aliveMs = 120_000;

/** A generation as it is stored with what it makes. While it runs, its process says so from time to time: one that ended silently has stopped. */
export const StoredGeneration = z.extend(Generation, {
  /** The run that may still add to it. */
  runId: z.optional(z.string()),
  aliveUntil: z.optional(z.string()),
  /** How much there was at the first answer: a learner may have begun with it. */
  first: z.optional(z.int()),
});
export type StoredGeneration = z.infer<typeof StoredGeneration>;

/** A generation that ended with its answer. */
export const endedGeneration = (asked: number, made: number): StoredGeneration => ({
  state: 'complete',
  asked: Math.max(asked, made),
  made,
});

/** A generation that goes on after its answer. */
export const runningGeneration = (runId: string, asked: number, made: number, now: Date): StoredGeneration => ({
  state: 'running',
  asked,
  made,
  runId,
  aliveUntil: new Date(now.getTime() + aliveMs).toISOString(),
  first: made,
});

/** Whether a run may still add to what is stored. */
export const isRunBy = (stored: StoredGeneration | undefined, runId: string): stored is StoredGeneration =>
  stored?.state === 'running' && stored.runId === runId;

/** A generation after its run has told how far it is. */
export const aliveGeneration = (stored: StoredGeneration, made: number, now: Date): StoredGeneration => ({
  ...stored,
  made: Math.max(stored.made, made),
  aliveUntil: new Date(now.getTime() + aliveMs).toISOString(),
});

/** A generation after its end. */
export const stoppedGeneration = ({ asked, made, first }: StoredGeneration, state: 'complete' | 'stopped'): StoredGeneration => ({
  state,
  asked,
  made,
  ...(first !== undefined && { first }),
});

/** A generation as a learner sees it. What was stored before there were any, or by the learner, is complete. */
export const shownGeneration = (stored: StoredGeneration | undefined, made: number, now: Date): Generation => {
  if (!stored) return { state: 'complete', asked: made, made };
  const isAlive = stored.aliveUntil !== undefined && stored.aliveUntil > now.toISOString();
  return { state: stored.state === 'running' && !isAlive ? 'stopped' : stored.state, asked: stored.asked, made: stored.made };
};
