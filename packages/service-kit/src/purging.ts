import type { DocumentStore } from '@lectern/document-store';
import type { Log } from './log.ts';

const everyMs = 10 * 60_000;

/** Deletes what has expired, every ten minutes. @returns what ends it */
export function startPurging(store: DocumentStore, clock: () => Date, log: Log): () => void {
  const timer = setInterval(
    () => void store.purgeExpired(clock()).catch((error: unknown) => log('error', 'purge.failed', { error })),
    everyMs,
  );
  timer.unref();
  return () => clearInterval(timer);
}
