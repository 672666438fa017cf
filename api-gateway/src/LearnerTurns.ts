import type { HttpBindings } from '@hono/node-server';
import { Turns, type EndTurn } from './Turns.ts';

/** Calls of one learner in flight at once: more than a few pages of the site make. Uploads do not count; the library limits their memory. */
const mostCalls = 32;
/** Parsing JSON of this size takes a service a good part of a second, in bytes. A learner sends one such body at a time. */
const largeJsonBytes = 262_144;

/** Limits the calls that one learner has in flight. */
export class LearnerTurns {
  readonly #calls: Turns;
  readonly #largeBodies: Turns;

  constructor(isLimited: boolean) {
    this.#calls = new Turns(isLimited ? mostCalls : Infinity);
    this.#largeBodies = new Turns(isLimited ? 1 : Infinity);
  }

  /**
   * Waits until this call may go on. Calls with a body and calls without one wait apart, so that a slow body delays no read.
   * @param userId - `undefined` for a call without a session, which does not wait
   * @param isJson - whether the call's body is JSON; other bodies do not wait
   * @returns a function that ends the turn; `undefined` when the client has left
   */
  async take({ incoming, outgoing }: HttpBindings, userId: string | undefined, isJson: boolean): Promise<EndTurn | undefined> {
    const hasBody = incoming.headers['content-length'] !== undefined || incoming.headers['transfer-encoding'] !== undefined;
    if (userId === undefined || (hasBody && !isJson)) return () => undefined;
    // A body of unknown length counts as large.
    const isLarge = hasBody && !(Number(incoming.headers['content-length']) <= largeJsonBytes);
    const turns = isLarge ? this.#largeBodies : this.#calls;
    const key = isLarge ? userId : `${hasBody ? 'body' : 'none'} ${userId}`;
    const free = turns.takeNow(key);
    if (free) return free;
    // Only a call that has to wait gets an abort signal: for every call it would be an eighth of the gateway's time.
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort());
    const end = await turns.take(key, gone.signal);
    if (!outgoing.destroyed) return end;
    end?.();
    return undefined;
  }
}
