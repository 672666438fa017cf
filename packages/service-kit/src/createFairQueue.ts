import { DomainError } from './DomainError.ts';
import type { Metrics } from './metrics.ts';

export interface FairQueueOptions {
  /** How much is worked on at once. */
  slots: number;
  /** How much of that may be large: the rest is kept for what is done soon. */
  largeSlots: number;
  /** How much waits at most: so many large things, and as many small ones, which what is large keeps no place from. */
  waitingMax: number;
  /** How much one owner may have in the queue and in work. */
  perOwnerMax: number;
  /** Whose metrics these are: `lectern_content_waiting`. */
  name: 'content' | 'sources';
  metrics: Metrics;
}

/**
 * How much of what takes long may wait: a large task takes some six seconds, two are in work, and the gateway waits three minutes for an
 * answer, also of a machine that is half as fast. One learner has six things in here at most.
 */
export const fairQueueLimits = { waitingMax: 24, perOwnerMax: 6 } as const;

interface Job {
  isLarge: boolean;
  start: () => void;
}

interface Owner {
  waiting: Job[];
  running: number;
  /** Number of the turn that was theirs last; 0 for somebody who has had none. */
  lastTurn: number;
}

const retryAfterSeconds = 10;
const kindOf = (isLarge: boolean) => (isLarge ? 'large' : 'small');

/**
 * Work that takes long waits here, a turn each: of those who wait, the one with the least in work comes next, and of several the one whose
 * last turn is the longest ago. However much somebody hands in, others wait for what is in work, not for what waits.
 */
export function createFairQueue({ slots, largeSlots, waitingMax, perOwnerMax, name, metrics }: FairQueueOptions) {
  const owners = new Map<string, Owner>();
  const waiting = { large: 0, small: 0 };
  let running = 0;
  let largeRunning = 0;
  let turns = 0;
  const gauge = metrics.gauge({ name: `lectern_${name}_waiting`, help: 'Work that waits for its learner’s turn.', labels: [] });
  const refused = metrics.counter({
    name: `lectern_${name}_refused_total`,
    help: 'Work that was refused since too much waited.',
    labels: ['limit'],
  });

  const showWaiting = (): void => gauge.set(waiting.large + waiting.small);
  const canStart = ({ isLarge }: Job): boolean => !isLarge || largeRunning < largeSlots;

  const nextOwner = (): Owner | undefined => {
    let next: Owner | undefined;
    for (const owner of owners.values()) {
      if (!owner.waiting.some(canStart)) continue;
      if (!next || owner.running < next.running || (owner.running === next.running && owner.lastTurn < next.lastTurn)) next = owner;
    }
    return next;
  };

  const startNext = (): void => {
    while (running < slots) {
      const owner = nextOwner();
      if (!owner) return;
      const at = owner.waiting.findIndex(canStart);
      const [job] = owner.waiting.splice(at, 1);
      owner.lastTurn = turns += 1;
      if (job) waiting[kindOf(job.isLarge)] -= 1;
      job?.start();
    }
  };

  return {
    /**
     * Does work when it is this owner's turn.
     * @throws DomainError `rate_limited` when the owner has too much in here, `unavailable` when everybody has; and what the work throws
     */
    async run<T>(ownerId: string, isLarge: boolean, work: () => Promise<T>): Promise<T> {
      const owner = owners.get(ownerId) ?? { waiting: [], running: 0, lastTurn: 0 };
      if (owner.waiting.length + owner.running >= perOwnerMax) {
        refused.inc({ limit: 'owner' });
        throw new DomainError('rate_limited', 'Several things are being made for you already. Please wait until one is done.', {
          retryAfterSeconds,
        });
      }
      if (waiting[kindOf(isLarge)] >= waitingMax) {
        refused.inc({ limit: 'all' });
        throw new DomainError('unavailable', 'Very much is being made right now. Please try again in a moment.', { retryAfterSeconds });
      }
      owners.set(ownerId, owner);
      await new Promise<void>((resolve) => {
        const start = () => {
          running += 1;
          owner.running += 1;
          if (isLarge) largeRunning += 1;
          resolve();
        };
        owner.waiting.push({ isLarge, start });
        waiting[kindOf(isLarge)] += 1;
        startNext();
        showWaiting();
      });
      try {
        return await work();
      } finally {
        running -= 1;
        owner.running -= 1;
        if (isLarge) largeRunning -= 1;
        if (owner.running === 0 && owner.waiting.length === 0) owners.delete(ownerId);
        startNext();
        showWaiting();
      }
    },
  };
}
export type FairQueue = ReturnType<typeof createFairQueue>;
