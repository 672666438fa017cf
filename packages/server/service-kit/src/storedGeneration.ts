import * as z from 'zod/mini';
import { Generation } from '@lectern/contracts';

/** Three heartbeat intervals, in milliseconds. A generation without a heartbeat for this long has ended with its process. */
const aliveMs = 120_000;

/** A generation, stored with its result. Its process records heartbeats while it runs. Without them it counts as stopped. */
export const StoredGeneration = z.extend(Generation, {
  /** The run that may still add to the result. */
  runId: z.optional(z.string()),
  aliveUntil: z.optional(z.string()),
  /** The number of items at the first answer, which the learner may already be using. */
  first: z.optional(z.int()),
});
export type StoredGeneration = z.infer<typeof StoredGeneration>;

/** Creates a generation that ended with its answer. */
export const endedGeneration = (asked: number, made: number): StoredGeneration => ({
  state: 'complete',
  asked: Math.max(asked, made),
  made,
});

/** Creates a generation that continues after its answer. */
export const runningGeneration = (runId: string, asked: number, made: number, now: Date): StoredGeneration => ({
  state: 'running',
  asked,
  made,
  runId,
  aliveUntil: new Date(now.getTime() + aliveMs).toISOString(),
  first: made,
});

/** Returns whether a run may still add to the stored result. */
export const isRunBy = (stored: StoredGeneration | undefined, runId: string): stored is StoredGeneration =>
  stored?.state === 'running' && stored.runId === runId;

/** Returns the generation after a heartbeat of its run. */
export const aliveGeneration = (stored: StoredGeneration, made: number, now: Date): StoredGeneration => ({
  ...stored,
  made: Math.max(stored.made, made),
  aliveUntil: new Date(now.getTime() + aliveMs).toISOString(),
});

/** Returns the generation after its end. */
export const stoppedGeneration = ({ asked, made, first }: StoredGeneration, state: 'complete' | 'stopped'): StoredGeneration => ({
  state,
  asked,
  made,
  ...(first !== undefined && { first }),
});

/** Returns the generation as shown to a learner. Resources without one (older ones, and the learner's own) are complete. */
export const shownGeneration = (stored: StoredGeneration | undefined, made: number, now: Date): Generation => {
  if (!stored) return { state: 'complete', asked: made, made };
  const isAlive = stored.aliveUntil !== undefined && stored.aliveUntil > now.toISOString();
  return { state: stored.state === 'running' && !isAlive ? 'stopped' : stored.state, asked: stored.asked, made: stored.made };
};
