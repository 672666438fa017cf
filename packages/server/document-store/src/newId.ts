import { v7 } from 'uuid';

/** Returns a random start of 31 bits, so that counting within a millisecond stays below 32 bits. */
const randomStart = (): number => Number.parseInt(v7().slice(-8), 16) >>> 1;

let lastMs = Number.NEGATIVE_INFINITY;
let sequence = 0;

/**
 * Creates an id: a UUIDv7, which sorts by creation. Ids of one process sort strictly, even within one millisecond and after the clock is
 * set back. Ids of several processes sort by their clocks.
 *
 * @param clock - returns the time in milliseconds since 1970
 */
export function newId(clock: () => number = Date.now): string {
  const nowMs = Math.floor(clock());
  if (nowMs > lastMs) {
    lastMs = nowMs;
    sequence = randomStart();
  } else {
    sequence += 1;
  }
  return v7({ msecs: lastMs, seq: sequence });
}
