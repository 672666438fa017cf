import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A build that is older than this is made anew. Days. */
const mostDays = 14;

/**
 * Deletes the old files of a cache of builds, so that it does not grow for ever.
 *
 * @param now - Milliseconds since 1970.
 */
export function keepBuildCache(folder: string, now: number): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    // Another run may delete it at this moment.
    const madeAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now;
    if (now - madeAt > mostDays * 86_400_000) rmSync(file, { recursive: true, force: true });
  }
}
