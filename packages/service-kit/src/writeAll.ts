import { writeSync } from 'node:fs';

const standardOutput = 1;
/** How long a reader that takes nothing holds up the end of the process. */
const patienceMs = 500;

/**
 * Writes a text to standard output at once, also to a pipe whose reader is slow; after half a second in all the rest is given up.
 * @param write takes bytes and answers how many of them it took
 * @param monotonic milliseconds that only ever grow
 */
export const writeAll = (
  text: string,
  write: (bytes: Buffer) => number = (bytes) => writeSync(standardOutput, bytes),
  monotonic: () => number = () => performance.now(),
): void => {
  const until = monotonic() + patienceMs;
  let rest = Buffer.from(text);
  while (rest.length > 0)
    try {
      rest = rest.subarray(write(rest));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      // A full pipe is tried again; one without a reader takes nothing any more.
      if (code !== 'EAGAIN' || monotonic() >= until) return;
    }
};
