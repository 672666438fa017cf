import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** How long a deletion can be undone. Milliseconds. */
export const undoMs = 8_000;

export interface DeferredDeletion {
  /** The ids that are to be deleted. Lists leave them out. */
  hidden: ReadonlySet<string>;
  /** Hides these and deletes them after `undoMs`. An earlier deletion that waits begins at once. */
  start: (ids: readonly string[]) => void;
  /** Shows them again; nothing is deleted. */
  undo: () => void;
}

const none: ReadonlySet<string> = new Set();

/** Ends the pause of each deletion that waits, in any list. */
const waitingRuns = new Set<() => Promise<void>>();

export const hasWaitingDeletions = (): boolean => waitingRuns.size > 0;

/** Makes the deletions that could still be undone. Resolves when their calls are over. */
export const finishDeletions = async (): Promise<void> => {
  await Promise.all([...waitingRuns].map((run) => run()));
};

/**
 * Deletes after a pause in which the learner can undo it. The pause ends at once when the page is left or goes to the background. If the browser is
 * killed during the pause, nothing is deleted.
 *
 * @param remove makes the call and reports its failure; it does not reject. Always the same function.
 */
export const useDeferredDeletion = (remove: (ids: readonly string[]) => Promise<void>): DeferredDeletion => {
  const [hidden, setHidden] = useState(none);
  const waiting = useRef<{ ids: readonly string[]; timer: ReturnType<typeof setTimeout> }>(undefined);
  const run = useCallback(
    async function runWaiting(): Promise<void> {
      if (!waiting.current) return;
      const { ids, timer } = waiting.current;
      waiting.current = undefined;
      waitingRuns.delete(runWaiting);
      clearTimeout(timer);
      // What was hidden stays hidden until the call is over.
      await remove(ids);
      setHidden((current) => (ids.some((id) => current.has(id)) ? new Set([...current].filter((id) => !ids.includes(id))) : current));
    },
    [remove],
  );
  useEffect(() => {
    const leave = (): void => {
      if (document.visibilityState === 'hidden') void run();
    };
    document.addEventListener('visibilitychange', leave);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      void run();
    };
  }, [run]);
  return useMemo(
    () => ({
      hidden,
      start: (ids) => {
        void run();
        waiting.current = { ids, timer: setTimeout(() => void run(), undoMs) };
        waitingRuns.add(run);
        setHidden((current) => new Set([...current, ...ids]));
      },
      undo: () => {
        const ids = waiting.current?.ids ?? [];
        clearTimeout(waiting.current?.timer);
        waiting.current = undefined;
        waitingRuns.delete(run);
        setHidden((current) => new Set([...current].filter((id) => !ids.includes(id))));
      },
    }),
    [hidden, run],
  );
};
