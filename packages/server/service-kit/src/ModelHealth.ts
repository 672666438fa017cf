import type { Log } from './log.ts';

/** The minimum time between two log lines about the same kind of failure, in milliseconds. */
const logEveryMs = 60_000;

/** Reports failures of the language model to operators, in the log and in readiness. Learners do not see them. */
export class ModelHealth {
  readonly #log: Log;
  readonly #now: () => number;
  readonly #loggedAt = new Map<string, number>();
  #failing: string | undefined;

  /** @param now - milliseconds since any point in time */
  constructor(log: Log, now: () => number) {
    this.#log = log;
    this.#now = now;
  }

  /** Records a call that failed finally. @param cause - must not contain the learner's data */
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

  /** Explains why the service works without its language model; `undefined` while the model works. */
  degraded(): string | undefined {
    return this.#failing;
  }
}
