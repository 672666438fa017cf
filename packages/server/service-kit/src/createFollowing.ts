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

/** Hands what is made after answers to those who store it, in the background. */
export function createFollowing({ log, sleep }: { log: Log; sleep: (milliseconds: number, signal: AbortSignal) => Promise<unknown> }) {
  const following = new Map<Promise<void>, () => void>();

  const run = async <Result>(rest: Rest<Result>, { add, stopped }: GenerationFollower<Result>): Promise<void> => {
    for await (const { result, isWhole } of rest.states) {
      if ((await add(result, isWhole)) && !isWhole) continue;
      rest.stop();
      return;
    }
    await stopped();
  };
  const keepAlive = async <Result>(rest: Rest<Result>, { beat }: GenerationFollower<Result>, signal: AbortSignal): Promise<void> => {
    const isDue = (): Promise<boolean> =>
      sleep(beatMs, signal).then(
        () => true,
        () => false,
      );
    while (await isDue())
      try {
        if (!(await beat())) rest.stop();
      } catch (error) {
        // The next one follows in time.
        log('warn', 'generation.beatFailed', { error });
      }
  };
  const idle = async (): Promise<void> => void (await Promise.all(following.keys()));

  return {
    follow<Result>(rest: Rest<Result>, follower: GenerationFollower<Result>): void {
      const beating = new AbortController();
      void keepAlive(rest, follower, beating.signal);
      const task = run(rest, follower)
        .catch((error: unknown) => {
          log('error', 'generation.failed', { error });
          rest.stop();
        })
        .finally(() => {
          beating.abort();
          following.delete(task);
        });
      following.set(task, rest.stop);
    },

    /** Ends what still runs; each thing is stored as stopped. */
    async stop(): Promise<void> {
      for (const stop of following.values()) stop();
      await idle();
    },
    /** Resolves when nothing runs in the background. */
    idle,
  };
}
