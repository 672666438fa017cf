import type { HttpBindings } from '@hono/node-server';
import { Turns, type EndTurn } from './Turns.ts';

/**
 * The maximum number of concurrent calls per learner. A few open pages make fewer. Uploads do not count; the library limits their memory.
 */
const mostCalls = 32;
/**
 * The size from which a JSON body is large, in bytes: parsing it takes a service a considerable part of a second. A learner sends one large body
 * at a time.
 */
const largeJsonBytes = 262_144;

/** Limits the concurrent calls of each learner. */
export class LearnerTurns {
  readonly #calls: Turns;
  readonly #largeBodies: Turns;

  constructor(isLimited: boolean) {
    this.#calls = new Turns(isLimited ? mostCalls : Infinity);
    this.#largeBodies = new Turns(isLimited ? 1 : Infinity);
  }

  /**
   * Waits until this call may continue. Calls with a body and calls without one wait separately, so that a slow body delays no read.
   *
   * @param userId - `undefined` for a call without a session, which does not wait
   * @param isJson - whether the call's body is JSON; other bodies do not wait
   * @returns a function that ends the turn; `undefined` if the client has left. A promise only for a call that has to wait
   */
  take({ incoming, outgoing }: HttpBindings, userId: string | undefined, isJson: boolean): EndTurn | Promise<EndTurn | undefined> {
    const hasBody = incoming.headers['content-length'] !== undefined || incoming.headers['transfer-encoding'] !== undefined;
    if (userId === undefined || (hasBody && !isJson)) return () => undefined;
    // A body of unknown length counts as large.
    const isLarge = hasBody && !(Number(incoming.headers['content-length']) <= largeJsonBytes);
    const turns = isLarge ? this.#largeBodies : this.#calls;
    const key = isLarge ? userId : `${hasBody ? 'body' : 'none'} ${userId}`;
    return turns.takeNow(key) ?? this.#await(turns, key, outgoing);
  }

  async #await(turns: Turns, key: string, outgoing: HttpBindings['outgoing']): Promise<EndTurn | undefined> {
    // Created only for a call that has to wait: for every call it would cost an eighth of the gateway's time.
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort());
    const end = await turns.take(key, gone.signal);
    if (!outgoing.destroyed) return end;
    end?.();
    return undefined;
  }
}
