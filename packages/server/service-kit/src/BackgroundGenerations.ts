import type { Rest } from './GenerationTask.ts';
import type { Log } from './log.ts';

/** Takes what comes after the answer. */
export interface GenerationFollower<Result> {
  /** Stores what is new. @returns whether more is wanted: not where the thing is gone, or its generation has ended */
  add: (result: Result, isWhole: boolean) => Promise<boolean>;
  /** Says that it still runs. @returns as above */
  beat: () => Promise<boolean>;
  /** Stores that it ended before all was made. */
  stopped: () => Promise<void>;
}

/** How often a running generation says so. */
const beatMs = 40_000;

/** Resolves after this time, in milliseconds; rejects when it is aborted. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<unknown>;

const storeStates = async <Result>(rest: Rest<Result>, { add, stopped }: GenerationFollower<Result>): Promise<void> => {
  for await (const { result, isWhole } of rest.states) {
    if ((await add(result, isWhole)) && !isWhole) continue;
    rest.stop();
    return;
  }
  await stopped();
};

/** Hands what is made after answers to the rules that store it, in the background. */
export class BackgroundGenerations {
  readonly #log: Log;
  readonly #sleep: Sleep;
  readonly #running = new Map<Promise<void>, () => void>();

  constructor({ log, sleep }: { log: Log; sleep: Sleep }) {
    this.#log = log;
    this.#sleep = sleep;
  }

  follow<Result>(rest: Rest<Result>, follower: GenerationFollower<Result>): void {
    const beating = new AbortController();
    void this.#keepAlive(rest, follower, beating.signal);
    const task = storeStates(rest, follower)
      .catch((error: unknown) => {
        this.#log('error', 'generation.failed', { error });
        rest.stop();
      })
      .finally(() => {
        beating.abort();
        this.#running.delete(task);
      });
    this.#running.set(task, rest.stop);
  }

  /** Ends what still runs; each thing is stored as stopped. */
  async stop(): Promise<void> {
    for (const stop of this.#running.values()) stop();
    await this.idle();
  }

  /** Resolves when nothing runs in the background. */
  async idle(): Promise<void> {
    await Promise.all(this.#running.keys());
  }

  async #keepAlive<Result>(rest: Rest<Result>, { beat }: GenerationFollower<Result>, signal: AbortSignal): Promise<void> {
    const isDue = (): Promise<boolean> =>
      this.#sleep(beatMs, signal).then(
        () => true,
        () => false,
      );
    while (await isDue())
      try {
        if (!(await beat())) rest.stop();
      } catch (error) {
        // The next one follows in time.
        this.#log('warn', 'generation.beatFailed', { error });
      }
  }
}
