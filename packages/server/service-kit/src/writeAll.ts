import { writeSync } from 'node:fs';

const standardOutput = 1;
/** How long a stalled reader may delay the end of the process, in milliseconds. */
const patienceMs = 500;

/**
 * Writes a text to standard output synchronously, even to a pipe with a slow reader. Drops the rest after half a second.
 *
 * @param write - writes bytes and returns the number of bytes written
 * @param monotonic - a monotonic clock, in milliseconds
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
      // A full pipe is retried; a pipe without a reader is given up.
      if (code !== 'EAGAIN' || monotonic() >= until) return;
    }
};
