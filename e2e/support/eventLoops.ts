import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '@lectern/test-servers';

/** The longest time that an event loop was blocked. */
export interface LongestHold {
  /** Wall time, in milliseconds. Includes the time in which other processes had the CPU. */
  delayMs: number;
  /** CPU time of the main thread between two turns, in milliseconds. */
  workMs: number;
  /** Resident memory of the process, in bytes. */
  rss: number;
}

/** Measures the event loops of a site's parts. Start the site with the returned environment. */
export const createEventLoops = () => {
  const folder = temporaryFolder('event-loops');
  const reads = new Map<number, number>();

  /** Returns the measurement of a process since the last read. */
  const read = async (pid: number): Promise<LongestHold> => {
    const number = (reads.get(pid) ?? 0) + 1;
    reads.set(pid, number);
    const file = join(folder, `${pid}-${number}`);
    process.kill(pid, 'SIGUSR2');
    while (!existsSync(file)) await delay(2);
    const longest = JSON.parse(readFileSync(file, 'utf8')) as LongestHold;
    rmSync(file);
    return longest;
  };

  return {
    environment: {
      NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'eventLoopProbe.mjs')).href}`,
      EVENT_LOOP_FOLDER: folder,
    },
    read,
  };
};
