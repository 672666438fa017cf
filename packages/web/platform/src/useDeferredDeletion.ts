import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** How long a deletion can be undone. Milliseconds. */
export const undoMs = 8_000;

export interface DeferredDeletion {
  /** The ids that are about to be deleted. Lists leave them out. */
  hidden: ReadonlySet<string>;
  /** Hides these items and deletes them after `undoMs`. Starts an earlier pending deletion immediately. */
  start: (ids: readonly string[]) => void;
  /** Shows them again; nothing is deleted. */
  undo: () => void;
}

const none: ReadonlySet<string> = new Set();

/** Functions that end the pause of each pending deletion, across all lists. */
const waitingRuns = new Set<() => Promise<void>>();

export const hasWaitingDeletions = (): boolean => waitingRuns.size > 0;

/** Carries out the deletions that could still be undone. Resolves when their calls have ended. */
export const finishDeletions = async (): Promise<void> => {
  await Promise.all([...waitingRuns].map((run) => run()));
};

/**
 * Deletes after a pause in which the learner can undo it. The pause ends immediately when the page is left or goes to the background. If
 * the browser is killed during the pause, nothing is deleted.
 *
 * @param remove makes the call and reports its failure; it must not reject and must be a stable function
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
      // Hidden items stay hidden until the call has ended.
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
