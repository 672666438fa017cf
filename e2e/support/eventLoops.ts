import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '@lectern/test-servers';

/** The longest time for which an event loop was held, in milliseconds. */
export interface LongestHold {
  /** By the clock: also while the machine was busy with something else. */
  delayMs: number;
  /** Processor time of the main thread between two turns. */
  workMs: number;
  /** Resident bytes of the process. */
  rss: number;
}

/** Measures the event loops of the parts of a site that is started with its environment. */
export const createEventLoops = () => {
  const folder = temporaryFolder('event-loops');
  const reads = new Map<number, number>();

  /** What was measured of a process since the last reading. */
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
