const combinationsOf = (of: number, count: number, from = 0): number[][] =>
  count === 0
    ? [[]]
    : Array.from({ length: Math.max(0, of - from) }, (_, index) => from + index).flatMap((first) =>
        combinationsOf(of, count - 1, first + 1).map((rest) => [first, ...rest]),
      );

/** There are few, and every try of every question goes through them. */
const knownCombinations = new Map<string, readonly (readonly number[])[]>();
/** All combinations of `count` of the numbers below `of`, each in ascending order. Callers share them and must not change them. */
export const combinations = (of: number, count: number): readonly (readonly number[])[] => {
  const key = `${String(of)} ${String(count)}`;
  const found = knownCombinations.get(key) ?? combinationsOf(of, count);
  knownCombinations.set(key, found);
  return found;
};
