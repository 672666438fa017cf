import type { ServerResponse } from 'node:http';
import { DomainError } from './DomainError.ts';

export interface UnsentAnswersOptions {
  /** What the answers of one learner may hold, in bytes. */
  perLearner: number;
  /** What all answers may hold, in bytes. */
  total: number;
}

/** Smaller answers are not counted, in bytes: a socket takes them at once. */
const countedFrom = 65_536;

/**
 * Bounds the memory that answers hold until their readers have taken them: who asks for much and reads nothing would fill it. A learner
 * who has nothing unsent is always answered, within the total.
 */
export function createUnsentAnswers({ perLearner, total }: UnsentAnswersOptions) {
  const heldBy = new Map<string, number>();
  let held = 0;

  return {
    /**
     * Counts an answer until it was sent or its reader has gone.
     * @param body - of the answer
     * @param mayRefuse - whether the call may be made again: what was made once is answered in any case
     * @throws DomainError `rate_limited` when too many of the learner's own answers are unsent, `unavailable` when too many of all are
     */
    hold(learner: string, body: string, outgoing: Pick<ServerResponse, 'once' | 'destroyed'>, mayRefuse: boolean): void {
      // A character takes one byte at least, and three at most.
      if (body.length * 3 < countedFrom || outgoing.destroyed) return;
      const bytes = Buffer.byteLength(body);
      const own = heldBy.get(learner) ?? 0;
      if (mayRefuse && own > 0 && own + bytes > perLearner)
        throw new DomainError('rate_limited', 'Other large answers of yours are still on their way. Please try again in a moment.', {
          retryAfterSeconds: 5,
        });
      if (mayRefuse && held > 0 && held + bytes > total)
        throw new DomainError('unavailable', 'We are very busy right now. Please try again in a moment.', { retryAfterSeconds: 5 });
      held += bytes;
      heldBy.set(learner, own + bytes);
      outgoing.once('close', () => {
        held -= bytes;
        const left = (heldBy.get(learner) ?? 0) - bytes;
        if (left > 0) heldBy.set(learner, left);
        else heldBy.delete(learner);
      });
    },
    /** Bytes of all answers that are unsent. */
    size: (): number => held,
  };
}
