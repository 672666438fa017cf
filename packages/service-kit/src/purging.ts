import type { DocumentStore } from '@lectern/document-store';
import type { Log } from './log.ts';

const everyMs = 10 * 60_000;
/** How soon after something was deleted or replaced nothing of it is left in any file. */
const scrubEveryMs = 5_000;
/** One line for so many tries that failed one after the other: while the disk is full each of them does. */
const toldEvery = 60;

/** Deletes what has expired, every ten minutes, and takes what was deleted or replaced out of the log of writes. @returns what ends it */
export function startPurging(store: DocumentStore, clock: () => Date, log: Log): () => void {
  let isScrubbing = false;
  let failures = 0;
  const scrub = async (): Promise<void> => {
    if (isScrubbing || !store.isScrubDue()) return;
    isScrubbing = true;
    try {
      await store.scrub();
      failures = 0;
    } catch (error) {
      // Somebody reads, or the disk is full: tried again in a moment.
      if (failures % toldEvery === 0) log('warn', 'scrub.failed', { failures: failures + 1, error });
      failures += 1;
    } finally {
      isScrubbing = false;
    }
  };
  const purge = async (): Promise<void> => {
    try {
      await store.purgeExpired(clock());
    } catch (error) {
      log('error', 'purge.failed', { error });
    }
    await scrub();
  };
  const timers = [setInterval(() => void purge(), everyMs), setInterval(() => void scrub(), scrubEveryMs)];
  for (const timer of timers) timer.unref();
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}
