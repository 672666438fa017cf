/** Ends a turn. A second call does nothing. */
export type EndTurn = () => void;

interface Line {
  running: number;
  waiting: Set<(isTheirs: boolean) => void>;
}

/**
 * Limits the calls that one learner has in flight. Further calls wait for the learner's own calls only. So a learner who leaves answers
 * unread fills their own connections to a service, and nobody else waits.
 */
export function createTurns(mostAtOnce: number) {
  const lines = new Map<string, Line>();

  const endOf = (key: string, line: Line): EndTurn => {
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
        if (line.running === 0) lines.delete(key);
      }
    };
  };

  return {
    /** Takes a turn if one is free, as nearly always. @returns `undefined` when the call has to wait */
    takeNow(key: string): EndTurn | undefined {
      const line = lines.get(key) ?? { running: 0, waiting: new Set() };
      if (line.running >= mostAtOnce) return undefined;
      lines.set(key, line);
      line.running += 1;
      return endOf(key, line);
    },
    /**
     * Waits for a turn.
     * @param gone - aborted when the client has left: it then leaves the queue
     * @returns a function that ends the turn; `undefined` when the client has left
     */
    async take(key: string, gone: AbortSignal): Promise<EndTurn | undefined> {
      if (gone.aborted) return undefined;
      const line = lines.get(key) ?? { running: 0, waiting: new Set() };
      lines.set(key, line);
      if (line.running < mostAtOnce) line.running += 1;
      else {
        // The next call takes over the turn of the one that ends, so `running` stays as it is.
        const isTheirs = await new Promise<boolean>((resolve) => {
          line.waiting.add(resolve);
          gone.addEventListener('abort', () => line.waiting.delete(resolve) && resolve(false), { once: true });
        });
        if (!isTheirs) return undefined;
      }
      return endOf(key, line);
    },
    /** The number of learners with calls in flight. */
    size: (): number => lines.size,
  };
}
