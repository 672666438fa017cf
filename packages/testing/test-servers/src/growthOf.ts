/** CPU time of this thread in milliseconds, which does not depend on other load of the machine. */
const threadCpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** The smaller size is repeated up to so many milliseconds, since many kernels count the time of a thread in ticks of 4 ms. */
const measurableMs = 40;
/** Work that takes no measurable time is repeated no more often. */
const mostRuns = 20;

/** CPU time of one run of a work in milliseconds, as the mean of runs of at least `leastMs` together. */
async function workedMs(work: () => unknown, cpuMs: () => number, leastMs = 0): Promise<number> {
  const before = cpuMs();
  let runs = 0;
  let worked: number;
  do {
    await work();
    runs += 1;
    worked = cpuMs() - before;
  } while (worked < leastMs && runs < mostRuns);
  return worked / runs;
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
  /** CPU time so far in milliseconds; that of this thread when left out. */
  cpuMs?: () => number;
}

/**
 * The growth of time for four times the size: about 4 for linear time, 16 for quadratic time; 0 when the larger size is below `harmlessMs`.
 * A ratio of one run, because machines differ.
 *
 * @param prepare Makes the work of a size; only the work itself is measured.
 */
export async function growthOf(
  prepare: (size: number) => (() => unknown) | Promise<() => unknown>,
  { size, harmlessMs, most, tries = 4, cpuMs = threadCpuMs }: GrowthOptions,
): Promise<number> {
  const large = await prepare(size * step);
  // The smaller size is prepared only when a comparison is needed.
  let small: (() => unknown) | undefined;
  let [least, longest] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < tries; round += 1) {
    longest = Math.min(longest, await workedMs(large, cpuMs));
    if (longest <= harmlessMs) return 0;
    small ??= await prepare(size);
    least = Math.min(least, await workedMs(small, cpuMs, measurableMs));
    if (longest / least <= most) break;
  }
  return longest / least;
}
