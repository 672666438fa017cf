import { StoreFileError } from '@lectern/document-store';

/** EX_CONFIG of sysexits.h: a restart would not help. */
const cannotStart = 78;

/**
 * Awaits the opening of a part's dependencies before it listens. If a file is unusable, the process ends with one line that names the file, and a
 * supervising parent is informed not to restart it.
 */
export async function orEnd<T>(opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    if (!(error instanceof StoreFileError)) throw error;
    process.stderr.write(`${error.message}\n`);
    if (process.send) await new Promise<void>((resolve) => process.send?.({ cannotStart: error.message }, () => resolve()));
    process.exit(cannotStart);
  }
}
