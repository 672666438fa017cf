import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from '@lectern/test-servers';

/** The clock of all parts of a site that is started with its environment. Time passes normally, except for jumps. */
export interface VirtualClock {
  environment: NodeJS.ProcessEnv;
  now: () => Date;
  /** Sets the time. Every part knows it a moment later. */
  jumpTo: (time: Date) => void;
}

/** Creates a clock that shows this time. */
export const createVirtualClock = (start: Date): VirtualClock => {
  const folder = temporaryFolder('clock');
  const file = join(folder, 'ahead');
  let aheadMs = 0;
  const jumpTo = (time: Date): void => {
    aheadMs = time.getTime() - Date.now();
    // Written atomically, so that no part reads half a number.
    writeFileSync(`${file}.next`, String(aheadMs));
    renameSync(`${file}.next`, file);
  };
  jumpTo(start);
  return {
    environment: { NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'shiftDate.mjs')).href}`, CLOCK_FILE: file },
    now: () => new Date(Date.now() + aheadMs),
    jumpTo,
  };
};
