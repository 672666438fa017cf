/** Counts the turns of the event loop from now on. The function returned ends the count and returns it. */
export const countTurns = (): (() => number) => {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  return () => {
    isOver = true;
    return turns;
  };
};
