import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { ObjectStoreError, partsOfKey, type ObjectStore } from './ObjectStore.ts';

/** The prefix of unfinished files; no part of a key starts with a dot. */
const unfinishedPrefix = '.unfinished-';

const isAbsent = (error: unknown): boolean => ['ENOENT', 'ENOTDIR', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

/** Returns the result of a file system call. @throws ObjectStoreError instead of the file system's error, which contains the path */
const asked = async <T>(work: Promise<T>, whenAbsent: T | undefined): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (whenAbsent !== undefined && isAbsent(error)) return whenAbsent;
    throw new ObjectStoreError(`The folder of objects cannot be used: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}.`, {
      cause: error,
    });
  }
};

/** Deletes a file. A folder is no object, so it stays. */
const unlinkIfThere = async (file: string): Promise<void> => {
  try {
    await unlink(file);
  } catch (error) {
    // Some systems answer EPERM for a folder.
    const isFolder = (error as NodeJS.ErrnoException).code === 'EPERM' && (await stat(file)).isDirectory();
    if (!isAbsent(error) && !isFolder) throw error;
  }
};

/** Opens an object store in a folder that only this user can read. */
export function openFolderStore(folder: string): ObjectStore {
  const pathOf = (key: string): string => join(folder, ...partsOfKey(key));
  const write = async (file: string, bytes: Uint8Array): Promise<void> => {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const unfinished = join(dirname(file), `${unfinishedPrefix}${randomUUID()}`);
    try {
      await writeFile(unfinished, bytes, { mode: 0o600, flush: true });
      await rename(unfinished, file);
    } catch (error) {
      // An incomplete file would use space on a full disk.
      await rm(unfinished, { force: true });
      throw error;
    }
  };
  const none = new Uint8Array(0);
  return {
    name: folder,
    put: (key, bytes) => asked(write(pathOf(key), bytes), undefined),
    async get(key) {
      const bytes: Uint8Array<ArrayBuffer> = await asked(
        readFile(pathOf(key)).then((read) => new Uint8Array(read)),
        none,
      );
      return bytes === none ? undefined : bytes;
    },
    async list(below) {
      const entries = await asked(readdir(pathOf(below), { recursive: true, withFileTypes: true }), []);
      return entries
        .filter((entry) => entry.isFile() && !entry.name.startsWith(unfinishedPrefix))
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
    },
    delete: (key) => asked(unlinkIfThere(pathOf(key)), undefined),
    deleteFolder: (below) => asked(rm(pathOf(below), { recursive: true, force: true }), undefined),
  };
}
