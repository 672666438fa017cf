import { createHash, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { partsOfKey, type ReleaseStore } from './ReleaseStore.ts';

/** The age from which a lock belongs to a dead process, in milliseconds. Live processes hold locks for milliseconds only. */
const staleAfterMs = 10_000;

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/** Ignores errors with this code, and rethrows others. */
const unless = async <T>(code: string, work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (codeOf(error) === code) return undefined;
    throw error;
  }
};

const isStale = async (lock: string): Promise<boolean> => {
  const found = await unless('ENOENT', stat(lock));
  return found !== undefined && Date.now() - found.mtimeMs > staleAfterMs;
};

const locked = async <T>(file: string, work: () => Promise<T>): Promise<T> => {
  const lock = `${file}.lock`;
  const take = (): Promise<true | undefined> =>
    unless(
      'EEXIST',
      writeFile(lock, String(process.pid), { flag: 'wx' }).then(() => true as const),
    );
  while (!(await take())) {
    if (await isStale(lock)) await rm(lock, { force: true });
    await delay(20);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
};

const markOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Stores releases in a folder that a web server can serve unchanged. */
export const folderStore = (folder: string): ReleaseStore => {
  const pathOf = (key: string): string => join(folder, ...partsOfKey(key));
  /** Writes the whole file or nothing. */
  const written = async (file: string, bytes: Buffer): Promise<string> => {
    await mkdir(dirname(file), { recursive: true });
    const unfinished = `${file}.${randomUUID()}.unfinished`;
    try {
      await writeFile(unfinished, bytes);
      return unfinished;
    } catch (error) {
      // An incomplete file would use space on a full disk.
      await rm(unfinished, { force: true });
      throw error;
    }
  };
  const read: ReleaseStore['read'] = async (key) => {
    const bytes = await unless('ENOENT', readFile(pathOf(key)));
    return bytes && { bytes, mark: markOf(bytes) };
  };
  return {
    name: folder,
    read,
    create: async (key, bytes) => {
      const file = pathOf(key);
      if ((await unless('ENOENT', stat(file))) !== undefined) return false;
      const unfinished = await written(file, bytes);
      try {
        // Unlike a rename, a link never replaces an existing file.
        return (
          (await unless(
            'EEXIST',
            link(unfinished, file).then(() => true),
          )) ?? false
        );
      } finally {
        await rm(unfinished, { force: true });
      }
    },
    replace: async (key, bytes, mark) => {
      const file = pathOf(key);
      const unfinished = await written(file, bytes);
      return locked(file, async () => {
        if ((await read(key))?.mark !== mark) {
          await rm(unfinished, { force: true });
          return false;
        }
        await rename(unfinished, file);
        return true;
      });
    },
    delete: async (key) => {
      const file = pathOf(key);
      await rm(file, { force: true });
      // The folder is removed with its last file.
      await unless('ENOENT', unless('ENOTEMPTY', rmdir(dirname(file))));
    },
  };
};
