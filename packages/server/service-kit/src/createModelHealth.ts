import type { Log } from './log.ts';

/** One line a minute for each kind of failure. */
const logEveryMs = 60_000;

/** What operators learn of a language model that fails. Learners never read of it. */
export function createModelHealth({ log, now }: { log: Log; now: () => number }) {
  const loggedAt = new Map<string, number>();
  let failing: string | undefined;
  return {
    /** Notes a call that failed for good. @param cause - without anything of a learner's */
    failed(code: string, cause: string): void {
      failing = `The language model fails: ${code}.`;
      const last = loggedAt.get(code);
      if (last !== undefined && now() - last < logEveryMs) return;
      loggedAt.set(code, now());
      log('error', 'model.failed', { code, cause });
    },
    succeeded(): void {
      failing = undefined;
    },
    /** Why the service works with less than it is set to; `undefined` while it does not. */
    degraded: (): string | undefined => failing,
  };
}
export type ModelHealth = ReturnType<typeof createModelHealth>;
