/**
 * Gives pieces of work their turns: one piece in each turn of the event loop, in the order in which they were asked for. However much work
 * there is, whatever else the process does waits for one piece at a time.
 * @returns what resolves when it is the caller's turn
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
