import type { DocumentStore } from '@lectern/document-store';
import type { Log } from './log.ts';

const everyMs = 10 * 60_000;
/** The interval at which deleted or replaced data is removed from every file, in milliseconds. */
const scrubEveryMs = 5_000;
/** Logs one line per this many consecutive failures: while the disk is full every scrub fails. */
const toldEvery = 60;

/** Deletes expired documents every ten minutes, and removes deleted or replaced data from the write-ahead log. @returns a function that stops it */
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
      // A reader is active or the disk is full: the next run retries.
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
