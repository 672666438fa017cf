import type { Rest } from './GenerationTask.ts';
import type { Log } from './log.ts';

/** Stores the states of a generation that continues after its call was answered. */
export interface GenerationFollower<Result> {
  /** Stores a new state. @returns `false` if no more states are needed, because the resource was deleted or its generation has ended */
  add: (result: Result, isWhole: boolean) => Promise<boolean>;
  /** Records that the generation is still running (a heartbeat). @returns as above */
  beat: () => Promise<boolean>;
  /** Records that the generation ended early. */
  stopped: () => Promise<void>;
}

/** The interval between two heartbeats, in milliseconds. */
const beatMs = 40_000;

/** Resolves after a delay, in milliseconds; rejects if it is aborted. */
export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<unknown>;

const storeStates = async <Result>(rest: Rest<Result>, { add, stopped }: GenerationFollower<Result>): Promise<void> => {
  for await (const { result, isWhole } of rest.states) {
    if ((await add(result, isWhole)) && !isWhole) continue;
    rest.stop();
    return;
  }
  await stopped();
};

/** Runs generations in the background after their calls were answered. */
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

  /** Stops all generations, and records each as stopped. */
  async stop(): Promise<void> {
    for (const stop of this.#running.values()) stop();
    await this.idle();
  }

  /** Resolves when nothing is running in the background. */
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
        // The next heartbeat comes soon enough.
        this.#log('warn', 'generation.beatFailed', { error });
      }
  }
}
