/** Twice the upper tail of the normal distribution. Abramowitz and Stegun 7.1.26: error at most 1.5e-7. */
const twoSided = (z: number): number => {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return series * Math.exp(-x * x);
};

/**
 * The two-sided Mann-Whitney U test: the probability that two samples of one distribution differ in rank at least as much as these. Uses the normal
 * approximation with corrections for ties and continuity, so it needs samples of about twenty or more.
 */
export function mannWhitney(first: readonly number[], second: readonly number[]): { u: number; p: number } {
  const all = [...first.map((value) => ({ value, isFirst: true })), ...second.map((value) => ({ value, isFirst: false }))].sort(
    (one, other) => one.value - other.value,
  );
  const count = all.length;
  let rankSum = 0;
  let ties = 0;
  for (let start = 0; start < count;) {
    let end = start;
    while (end < count && all[end]?.value === all[start]?.value) end += 1;
    const tied = end - start;
    // Equal values share their mean rank. Ranks start at 1.
    const rank = (start + 1 + end) / 2;
    rankSum += rank * all.slice(start, end).filter(({ isFirst }) => isFirst).length;
    ties += tied ** 3 - tied;
    start = end;
  }
  const [n, m] = [first.length, second.length];
  const u = rankSum - (n * (n + 1)) / 2;
  const deviation = Math.sqrt(((n * m) / 12) * (count + 1 - ties / (count * (count - 1))));
  if (!(deviation > 0)) return { u, p: 1 };
  const distance = Math.max(0, Math.abs(u - (n * m) / 2) - 0.5);
  return { u, p: Math.min(1, twoSided(distance / deviation)) };
}
