import type { Log } from './log.ts';

/** One line a minute for each kind of failure. */
const logEveryMs = 60_000;

/** Reports failures of the language model to operators: in the log and in readiness. Learners are not told. */
export class ModelHealth {
  readonly #log: Log;
  readonly #now: () => number;
  readonly #loggedAt = new Map<string, number>();
  #failing: string | undefined;

  /** @param now - milliseconds, from any start */
  constructor(log: Log, now: () => number) {
    this.#log = log;
    this.#now = now;
  }

  /** Notes a call that failed for good. @param cause - must not contain the learner's data */
  failed(code: string, cause: string): void {
    this.#failing = `The language model fails: ${code}.`;
    const last = this.#loggedAt.get(code);
    if (last !== undefined && this.#now() - last < logEveryMs) return;
    this.#loggedAt.set(code, this.#now());
    this.#log('error', 'model.failed', { code, cause });
  }

  succeeded(): void {
    this.#failing = undefined;
  }

  /** Why the service works without its language model; `undefined` while the model works. */
  degraded(): string | undefined {
    return this.#failing;
  }
}
