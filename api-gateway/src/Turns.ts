/** Ends a turn. A second call has no effect. */
export type EndTurn = () => void;

interface Line {
  running: number;
  waiting: Set<(isTheirs: boolean) => void>;
}

/**
 * Limits the concurrent calls of each learner. Further calls wait for the learner's own calls only. So a learner who leaves answers unread fills
 * their own connections to a service, and delays nobody else.
 */
export class Turns {
  readonly #mostAtOnce: number;
  readonly #lines = new Map<string, Line>();

  constructor(mostAtOnce: number) {
    this.#mostAtOnce = mostAtOnce;
  }

  /** The number of learners with calls in flight. */
  get size(): number {
    return this.#lines.size;
  }

  /** Takes a turn if one is free, which is nearly always the case. @returns `undefined` if the call has to wait */
  takeNow(key: string): EndTurn | undefined {
    const line = this.#lines.get(key) ?? { running: 0, waiting: new Set() };
    if (line.running >= this.#mostAtOnce) return undefined;
    this.#lines.set(key, line);
    line.running += 1;
    return this.#endOf(key, line);
  }

  /**
   * Waits for a turn.
   *
   * @param gone - aborted when the client has left, which removes it from the queue
   * @returns a function that ends the turn; `undefined` if the client has left
   */
  async take(key: string, gone: AbortSignal): Promise<EndTurn | undefined> {
    if (gone.aborted) return undefined;
    const line = this.#lines.get(key) ?? { running: 0, waiting: new Set() };
    this.#lines.set(key, line);
    if (line.running < this.#mostAtOnce) line.running += 1;
    else {
      // The next call takes over the ending call's turn, so `running` does not change.
      const isTheirs = await new Promise<boolean>((resolve) => {
        line.waiting.add(resolve);
        gone.addEventListener('abort', () => line.waiting.delete(resolve) && resolve(false), { once: true });
      });
      if (!isTheirs) return undefined;
    }
    return this.#endOf(key, line);
  }

  #endOf(key: string, line: Line): EndTurn {
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const [next] = line.waiting;
      if (next) {
        line.waiting.delete(next);
        next(true);
      } else {
        line.running -= 1;
        if (line.running === 0) this.#lines.delete(key);
      }
    };
  }
}
