import { DomainError } from './DomainError.ts';
import type { Metrics } from './metrics.ts';

export interface FairQueueOptions {
  /** The number of concurrent tasks. */
  slots: number;
  /** How many of these may be large. The others are reserved for small tasks. */
  largeSlots: number;
  /** The maximum number of waiting tasks, separately for large and for small ones, so that large tasks do not displace small ones. */
  waitingMax: number;
  /** The maximum number of tasks per owner, waiting and running. */
  perOwnerMax: number;
  /** The name in metrics: `lectern_NAME_waiting`. */
  name: 'content' | 'model_tasks' | 'model_calls' | 'sources' | 'pictures' | 'imports' | 'exports' | 'tasks' | 'plans' | 'pages';
  metrics: Metrics;
}

/**
 * The limits of the queue of long tasks. A large task takes about six seconds and two run concurrently, so 24 waiting ones end within the three
 * minutes that the gateway waits, even on a machine with half the speed.
 */
export const fairQueueLimits = { waitingMax: 24, perOwnerMax: 6 } as const;

interface Job {
  isLarge: boolean;
  start: () => void;
}

interface Owner {
  waiting: Job[];
  running: number;
  /** The number of the owner's latest turn; 0 before the first one. */
  lastTurn: number;
}

const retryAfterSeconds = 10;
const ownerIsBusy = () =>
  new DomainError('rate_limited', 'Several things are being made for you already. Please wait until one is done.', { retryAfterSeconds });
const queueIsFull = () =>
  new DomainError('unavailable', 'Very much is being made right now. Please try again in a moment.', { retryAfterSeconds });
const kindOf = (isLarge: boolean) => (isLarge ? 'large' : 'small');

const declareMetrics = (metrics: Metrics, name: FairQueueOptions['name']) => ({
  gauge: metrics.gauge({ name: `lectern_${name}_waiting`, help: 'Tasks that wait for their learner’s turn.', labels: [] }),
  refused: metrics.counter({
    name: `lectern_${name}_refused_total`,
    help: 'Tasks that were refused because too many waited.',
    labels: ['limit'],
  }),
});

/** Returns the owner with the fewest running tasks; among several, the one whose latest turn is the longest ago. */
const nextOwner = (owners: Iterable<Owner>, canStart: (job: Job) => boolean): Owner | undefined => {
  let next: Owner | undefined;
  for (const owner of owners) {
    if (!owner.waiting.some(canStart)) continue;
    if (!next || owner.running < next.running || (owner.running === next.running && owner.lastTurn < next.lastTurn)) next = owner;
  }
  return next;
};

/**
 * A queue that is fair among owners. The owner with the fewest running tasks is next; among several, the one whose latest turn is the longest ago. So
 * others wait only for running tasks, however many tasks one owner adds.
 *
 * @example
 * const queue = new FairQueue({ slots: 2, largeSlots: 1, ...fairQueueLimits, name: 'imports', metrics });
 * const deck = await queue.run(userId, bytes.byteLength > largeBytes, () => readDeck(bytes));
 */
export class FairQueue {
  readonly #limits: FairQueueOptions;
  readonly #owners = new Map<string, Owner>();
  readonly #waiting = { large: 0, small: 0 };
  #running = 0;
  #largeRunning = 0;
  #turns = 0;
  readonly #metrics: ReturnType<typeof declareMetrics>;

  constructor(options: FairQueueOptions) {
    this.#limits = options;
    this.#metrics = declareMetrics(options.metrics, options.name);
  }

  /**
   * Runs a task when it is its owner's turn.
   *
   * @throws DomainError `rate_limited` if the owner has too many tasks, `unavailable` if the queue is full; and the errors of the task
   */
  async run<T>(ownerId: string, isLarge: boolean, work: () => Promise<T>): Promise<T> {
    const owner = this.#owners.get(ownerId) ?? { waiting: [], running: 0, lastTurn: 0 };
    this.#refuseOverLimits(owner, isLarge);
    this.#owners.set(ownerId, owner);
    await this.#turnOf(owner, isLarge);
    try {
      return await work();
    } finally {
      this.#countRunning(owner, isLarge, -1);
      if (owner.running === 0 && owner.waiting.length === 0) this.#owners.delete(ownerId);
      this.#startNext();
      this.#showWaiting();
    }
  }

  #refuseOverLimits(owner: Owner, isLarge: boolean): void {
    const { perOwnerMax, waitingMax } = this.#limits;
    if (owner.waiting.length + owner.running >= perOwnerMax) {
      this.#metrics.refused.inc({ limit: 'owner' });
      throw ownerIsBusy();
    }
    if (this.#waiting[kindOf(isLarge)] >= waitingMax) {
      this.#metrics.refused.inc({ limit: 'all' });
      throw queueIsFull();
    }
  }

  /** Resolves when a task of the owner may start, and counts it as running. */
  #turnOf(owner: Owner, isLarge: boolean): Promise<void> {
    return new Promise((resolve) => {
      const start = () => {
        this.#countRunning(owner, isLarge, 1);
        resolve();
      };
      owner.waiting.push({ isLarge, start });
      this.#waiting[kindOf(isLarge)] += 1;
      this.#startNext();
      this.#showWaiting();
    });
  }

  #startNext(): void {
    const { slots, largeSlots } = this.#limits;
    const canStart = ({ isLarge }: Job): boolean => !isLarge || this.#largeRunning < largeSlots;
    while (this.#running < slots) {
      const owner = nextOwner(this.#owners.values(), canStart);
      if (!owner) return;
      const [job] = owner.waiting.splice(owner.waiting.findIndex(canStart), 1);
      owner.lastTurn = this.#turns += 1;
      if (job) this.#waiting[kindOf(job.isLarge)] -= 1;
      job?.start();
    }
  }

  #countRunning(owner: Owner, isLarge: boolean, change: 1 | -1): void {
    this.#running += change;
    if (isLarge) this.#largeRunning += change;
    owner.running += change;
  }

  #showWaiting(): void {
    this.#metrics.gauge.set(this.#waiting.large + this.#waiting.small);
  }
}
