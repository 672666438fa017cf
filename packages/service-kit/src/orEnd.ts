import { StoreFileError } from '@lectern/document-store';

/** As in sysexits.h (EX_CONFIG): starting again changes nothing. */
const cannotStart = 78;

/**
 * What a part opens before it can listen; one whose file cannot be used as it is ends the process with one line that names the file, and tells
 * a supervising parent, which then need not try again.
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
