/** Milliseconds that this thread works, not waits: what a busy machine does beside it is not the work's fault. */
async function workedMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** What is made of more is so many times as much. */
const step = 4;

export interface GrowthOptions {
  /** The smaller size. */
  size: number;
  /** Milliseconds that the larger size may take whatever the smaller one does: what grows from so little does no harm. */
  harmlessMs: number;
  /** Beyond this growth it is measured again, as often as `tries` says: compiling and collecting garbage only ever add. */
  most: number;
  tries?: number;
}

/**
 * How many times as long something takes that has four times as much to do: about 4 where time grows with size, 16 where it grows with its square;
 * 0 where it takes too little to matter. Ratios of one run, since machines differ.
 *
 * @param prepare Makes the work of a size; only the work itself is measured.
 */
export async function growthOf(
  prepare: (size: number) => () => unknown,
  { size, harmlessMs, most, tries = 4 }: GrowthOptions,
): Promise<number> {
  const large = prepare(size * step);
  // What is harmless needs nothing to be compared with.
  let small: (() => unknown) | undefined;
  let [least, longest] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let round = 0; round < tries; round += 1) {
    longest = Math.min(longest, await workedMs(large));
    if (longest <= harmlessMs) return 0;
    small ??= prepare(size);
    least = Math.min(least, await workedMs(small));
    if (longest / least <= most) break;
  }
  return longest / least;
}
