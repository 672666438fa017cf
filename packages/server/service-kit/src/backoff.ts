/** The pauses between attempts, in milliseconds. */
export interface BackoffLimits {
  /** The pause after the first failure. Each further failure doubles it. */
  firstMs: number;
  longestMs: number;
}

/**
 * Returns the pause after a number of consecutive failures (1, 2, …), in milliseconds. There is no jitter, because each waiting entry counts its own
 * failures, and the queues limit the concurrent attempts.
 */
export type Backoff = (failures: number) => number;

/** Exponential backoff. */
export const backoff =
  ({ firstMs, longestMs }: BackoffLimits): Backoff =>
  (failures) =>
    Math.min(longestMs, firstMs * 2 ** (failures - 1));
