import type { ServerResponse } from 'node:http';
import { DomainError } from './DomainError.ts';

export interface UnsentAnswersOptions {
  /** The maximum bytes of unsent answers per learner. */
  perLearner: number;
  /** The maximum bytes of unsent answers of all learners. */
  total: number;
}

/** The size in bytes from which answers are counted: a socket buffers smaller ones immediately. */
const countedFrom = 65_536;

/**
 * Limits the memory of answers that clients have not read yet: a client that requests large answers without reading them would exhaust it. A learner
 * without unsent answers always gets an answer, within the total.
 */
export class UnsentAnswers {
  readonly #limits: UnsentAnswersOptions;
  readonly #heldBy = new Map<string, number>();
  #held = 0;

  constructor(limits: UnsentAnswersOptions) {
    this.#limits = limits;
  }

  /** The total bytes of unsent answers. */
  get size(): number {
    return this.#held;
  }

  /**
   * Counts an answer until it was sent or its client has left.
   *
   * @param bytes - the bytes waiting in memory
   * @param mayRefuse - whether the call may be refused: a call that created something is always answered
   * @throws DomainError `rate_limited` above the learner's limit, `unavailable` above the total
   */
  hold(learner: string, bytes: number, outgoing: Pick<ServerResponse, 'once' | 'destroyed'>, mayRefuse: boolean): void {
    if (bytes < countedFrom || outgoing.destroyed) return;
    const { perLearner, total } = this.#limits;
    const own = this.#heldBy.get(learner) ?? 0;
    if (mayRefuse && own > 0 && own + bytes > perLearner)
      throw new DomainError('rate_limited', 'Your other downloads are still running. Please try again in a moment.', {
        retryAfterSeconds: 5,
      });
    if (mayRefuse && this.#held > 0 && this.#held + bytes > total)
      throw new DomainError('unavailable', 'We are very busy right now. Please try again in a moment.', { retryAfterSeconds: 5 });
    this.#held += bytes;
    this.#heldBy.set(learner, own + bytes);
    outgoing.once('close', () => this.#release(learner, bytes));
  }

  #release(learner: string, bytes: number): void {
    this.#held -= bytes;
    const left = (this.#heldBy.get(learner) ?? 0) - bytes;
    if (left > 0) this.#heldBy.set(learner, left);
    else this.#heldBy.delete(learner);
  }
}
