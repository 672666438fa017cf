/** CPU time of this thread in milliseconds, which does not depend on other load of the machine. */
async function workedMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** The larger size, as a multiple of the smaller one. */
const step = 4;

export interface GrowthOptions {
  /** The smaller size. */
  size: number;
  /** A larger size that takes less CPU time than this is accepted without a comparison. */
  harmlessMs: number;
  /** A larger growth is measured again, at most `tries` times, because compilation and garbage collection only add time. */
  most: number;
  tries?: number;
}

/**
 * The growth of time for four times the size: about 4 for linear time, 16 for quadratic time; 0 when the larger size is below `harmlessMs`.
 * A ratio of one run, because machines differ.
 *
 * @param prepare Makes the work of a size; only the work itself is measured.
 */
export async function growthOf(
  prepare: (size: number) => (() => unknown) | Promise<() => unknown>,
  { size, harmlessMs, most, tries = 4 }: GrowthOptions,
): Promise<number> {
  const large = await prepare(size * step);
  // The smaller size is prepared only when a comparison is needed.
  let small: (() => unknown) | undefined;
  let [least, longest] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < tries; round += 1) {
    longest = Math.min(longest, await workedMs(large));
    if (longest <= harmlessMs) return 0;
    small ??= await prepare(size);
    least = Math.min(least, await workedMs(small));
    if (longest / least <= most) break;
  }
  return longest / least;
}
