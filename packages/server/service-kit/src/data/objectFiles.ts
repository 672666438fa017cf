import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Returns whether a file is complete: names of unfinished files start with a dot. */
const isWhole = (path: string): boolean => !basename(path).startsWith('.');

/** Returns the paths of all files below a folder; empty if it does not exist. */
const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .filter(isWhole)
    : [];

/** Copies the objects of a folder into a backup. @returns their number */
export function backUpObjects(folder: string, backup: string): number {
  mkdirSync(backup, { recursive: true, mode: 0o700 });
  // An object may be deleted concurrently, with its guide.
  if (existsSync(folder)) cpSync(folder, backup, { recursive: true, filter: isWhole });
  return filesBelow(backup).length;
}

/** Returns whether a backup contains this number of objects, each with its SHA-256 as its name. */
export const areObjectsWhole = (backup: string, count: number): boolean => {
  const files = filesBelow(backup);
  return files.length === count && files.every((file) => createHash('sha256').update(readFileSync(file)).digest('hex') === basename(file));
};

/** Replaces the objects of a folder by those of a backup. */
export function restoreObjects(backup: string, folder: string): void {
  const [incoming, outgoing] = [`${folder}.restored`, `${folder}.replaced`];
  for (const left of [incoming, outgoing]) rmSync(left, { recursive: true, force: true });
  mkdirSync(incoming, { recursive: true, mode: 0o700 });
  if (existsSync(backup)) cpSync(backup, incoming, { recursive: true });
  if (existsSync(folder)) renameSync(folder, outgoing);
  renameSync(incoming, folder);
  rmSync(outgoing, { recursive: true, force: true });
}
