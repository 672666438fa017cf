const make = (total: number, count: number, from = 0): number[][] =>
  count === 0
    ? [[]]
    : Array.from({ length: Math.max(0, total - from) }, (_, index) => from + index).flatMap((first) =>
        make(total, count - 1, first + 1).map((rest) => [first, ...rest]),
      );

/** There are few, and every try of every question goes through them. */
const known = new Map<string, readonly (readonly number[])[]>();

/** All combinations of `count` of the numbers below `total`, each in ascending order. Callers share them and must not change them. */
export const combinations = (total: number, count: number): readonly (readonly number[])[] => {
  const key = `${String(total)} ${String(count)}`;
  const found = known.get(key) ?? make(total, count);
  known.set(key, found);
  return found;
};
