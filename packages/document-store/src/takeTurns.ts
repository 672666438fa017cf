/**
 * Schedules steps of long work: one step in each turn of the event loop, in the order of the calls. So the rest of the process never waits for
 * more than one step.
 * @returns a function whose promise resolves when it is the caller's turn
 */
export function takeTurns(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const give = (): void => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(give);
  };
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) setImmediate(give);
    });
}
