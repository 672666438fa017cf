import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = `lectern-import-${hostname()}-`;
/** Distinguishes this process from an earlier one with the same process id. */
const own = randomUUID().slice(0, 8);

/** Creates a folder for one upload. Its name identifies the process that owns it. */
export const makeReaderFolder = (): Promise<string> => mkdtemp(join(tmpdir(), `${prefix}${process.pid}-${own}-`));

const isRunning = (id: number): boolean => {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

const isLeftover = (name: string): boolean => {
  if (!name.startsWith(prefix)) return false;
  const [, id, mark = ''] = /^(\d{1,9})-([\da-f]{8})-/.exec(name.slice(prefix.length)) ?? [];
  if (id === undefined) return false;
  return Number(id) === process.pid ? mark !== own : !isRunning(Number(id));
};

/** Removes the folders that ended processes on this machine left behind. */
export const removeLeftoverFolders = async (): Promise<void> => {
  for (const name of await readdir(tmpdir())) if (isLeftover(name)) await rm(join(tmpdir(), name), { recursive: true, force: true });
};
