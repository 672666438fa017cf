/**
 * The share of many cases of one kind that this run tries: every `parts`-th one. `npm test` sets `TEST_CASES` to the commit's hash as a number, which
 * picks a share; without it, and with `all`, every case is tried. For cases that are alike and made by a program, not for named ones that each
 * stand for something.
 *
 * @param cases In an order that does not change.
 * @param parts How many runs share the cases.
 * @param number The value of `TEST_CASES`: `all`, or a whole number.
 * @throws RangeError for another value.
 */
export function casesOfThisRun<T>(cases: readonly T[], parts: number, number = process.env['TEST_CASES'] ?? 'all'): T[] {
  if (number === 'all') return [...cases];
  if (!/^\d{1,15}$/.test(number)) throw new RangeError(`TEST_CASES: all, or a whole number, but not ${number}.`);
  const share = Number(number) % parts;
  return cases.filter((_, index) => index % parts === share);
}

/** The seeds from 1 to `count` that this run tries, see `casesOfThisRun`. */
export const seedsOfThisRun = (count: number, parts: number): number[] =>
  casesOfThisRun(
    Array.from({ length: count }, (_, index) => index + 1),
    parts,
  );
