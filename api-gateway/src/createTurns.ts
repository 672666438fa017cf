/** Gives a turn back; may be called twice. */
export type EndTurn = () => void;

interface Line {
  running: number;
  waiting: Set<(isTheirs: boolean) => void>;
}

/**
 * Lets each learner have so many calls under way; what comes beyond waits for the learner's own calls, and for nobody else's. Who leaves
 * answers unread keeps connections to a service busy, and the service's memory with them: theirs alone, not everybody's.
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
    /** Takes a turn that is free now, as nearly every one is; `undefined` when it has to be waited for. */
    takeNow(key: string): EndTurn | undefined {
      const line = lines.get(key) ?? { running: 0, waiting: new Set() };
      if (line.running >= mostAtOnce) return undefined;
      lines.set(key, line);
      line.running += 1;
      return endOf(key, line);
    },
    /**
     * Waits for a turn.
     * @param gone - ends when the client has gone: its place in the line goes, too
     * @returns what ends the turn, or `undefined` for whom has gone
     */
    async take(key: string, gone: AbortSignal): Promise<EndTurn | undefined> {
      if (gone.aborted) return undefined;
      const line = lines.get(key) ?? { running: 0, waiting: new Set() };
      lines.set(key, line);
      if (line.running < mostAtOnce) line.running += 1;
      else {
        // Whose turn comes takes over that of the call before it; who left takes none.
        const isTheirs = await new Promise<boolean>((resolve) => {
          line.waiting.add(resolve);
          gone.addEventListener('abort', () => line.waiting.delete(resolve) && resolve(false), { once: true });
        });
        if (!isTheirs) return undefined;
      }
      return endOf(key, line);
    },
    /** How many learners have something under way. */
    size: (): number => lines.size,
  };
}
