import { closeSync, copyFileSync, constants, fsyncSync, linkSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreFileError, StoreUnavailableError } from './errors.ts';

export interface DatabaseFileOptions {
  /** How long a call waits for another process's write, in milliseconds. Defaults to 5,000. */
  readonly busyTimeoutMs?: number;
  /** The `user_version` of a new file. */
  readonly format?: number;
}

/** Larger files are not checked when they are opened. The call that reads damaged data finds the damage. Bytes. */
const CHECKED_BYTES_MAX = 64_000_000;

const AGAIN = 'move it away, then restore a backup or begin anew without its data';

const BUSY = 5;
/** The messages for operators, by SQLite's result codes. BUSY and LOCKED are excluded, because they are transient. */
const ENGINE_PROBLEMS: Readonly<Record<number, string>> = {
  3: 'cannot be used: no permission',
  8: 'cannot be written: it is read-only',
  10: 'cannot be read or written',
  11: `is damaged; ${AGAIN}`,
  13: 'cannot be written: the disk is full',
  14: 'cannot be opened',
  26: `is damaged, or no database; ${AGAIN}`,
};

const SYSTEM_PROBLEMS: Readonly<Record<string, string>> = {
  EACCES: 'cannot be used: no permission',
  EPERM: 'cannot be used: no permission',
  EROFS: 'cannot be written: its file system is read-only',
  ENOSPC: 'cannot be written: the disk is full',
  EDQUOT: 'cannot be written: the disk quota is used up',
  EISDIR: 'is a folder where a file should be',
  ENOTDIR: 'cannot be reached: a part of its path is no folder',
  EEXIST: 'is a file where a folder should be',
  ELOOP: 'cannot be reached: its links lead in a circle',
  ENAMETOOLONG: 'cannot be used: its name is too long',
  EIO: 'cannot be read or written: the disk has a fault',
};

const fieldOf = (error: unknown, name: string): unknown =>
  typeof error === 'object' && error !== null && name in error ? (error as Record<string, unknown>)[name] : undefined;

/**
 * Describes a system error about a file or folder in a sentence that names it; `undefined` for other errors. Recognises the error by its
 * shape, because an error of another realm (a test runner's) is not an instance of this realm's Error.
 *
 * @param where - the path to name if the error has none, like errors of writes
 */
export function fileProblem(error: unknown, where?: string): string | undefined {
  const [code, path] = [fieldOf(error, 'code'), fieldOf(error, 'dest') ?? fieldOf(error, 'path') ?? where];
  const problem = typeof code === 'string' ? SYSTEM_PROBLEMS[code] : undefined;
  return problem === undefined || typeof path !== 'string' ? undefined : `${path} ${problem}.`;
}

const unfinishedOf = (file: string): string => `${file}.${process.pid}.unfinished`;

/** Like `fileProblem`, for a database file and also for SQLite's errors. @returns the error itself if it does not concern the file */
export function asFileError(file: string, error: unknown): unknown {
  const errcode = fieldOf(error, 'errcode');
  if (typeof errcode === 'number' && (errcode & 0xff) === BUSY)
    return new StoreUnavailableError(`${file} is held by another process.`, { cause: error });
  const problem = typeof errcode === 'number' ? ENGINE_PROBLEMS[errcode & 0xff] : undefined;
  // Names the database instead of its temporary file.
  const sentence = problem === undefined ? fileProblem(error, file)?.replace(unfinishedOf(file), file) : `${file} ${problem}.`;
  return sentence === undefined ? error : new StoreFileError(sentence, { cause: error });
}

const sizeOf = (file: string): number | undefined => {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isDirectory()) throw new StoreFileError(`${file} is a folder where a file should be.`);
  return found?.size;
};

const syncFolder = (folder: string): void => {
  // Windows cannot open folders, and persists their entries itself.
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
};

/**
 * Creates a database under a temporary name and links it to its own name when it is complete. So a crash never leaves an incomplete file,
 * and an empty file always means that data was lost. If two processes create it concurrently, the first one's file stays.
 */
const create = (file: string, format: number): void => {
  const unfinished = unfinishedOf(file);
  rmSync(unfinished, { force: true });
  try {
    // Created with this mode, so that no other user of the machine can read it. The engine gives its side files the same mode.
    closeSync(openSync(unfinished, 'wx', 0o600));
    const database = new DatabaseSync(unfinished);
    try {
      database.exec('PRAGMA synchronous = FULL');
      database.exec(`PRAGMA user_version = ${format}`);
      // Requires exclusive access, so it runs while no other process knows the file.
      database.exec('PRAGMA journal_mode = WAL');
    } finally {
      database.close();
    }
    try {
      linkSync(unfinished, file);
    } catch (error) {
      if (fieldOf(error, 'code') === 'EEXIST') return;
      if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(String(fieldOf(error, 'code')))) throw error;
      // The file system does not support links.
      copyFileSync(unfinished, file, constants.COPYFILE_EXCL);
    }
    syncFolder(dirname(file));
  } finally {
    rmSync(unfinished, { force: true });
  }
};

const check = (file: string, database: DatabaseSync): void => {
  const [first] = database.prepare('PRAGMA quick_check(1)').all();
  if (!first || Object.values(first)[0] !== 'ok') throw new StoreFileError(`${file} is damaged; ${AGAIN}.`);
};

/**
 * Opens a database file, and creates it if it is missing. A write is on the disk when it is acknowledged. Deleted data is overwritten.
 *
 * @param file - `:memory:` stores the data in this process only
 * @throws StoreFileError in one sentence that names the file: damaged, empty, read-only, no permission, a full disk
 */
export function openDatabaseFile(file: string, { busyTimeoutMs = 5_000, format = 0 }: DatabaseFileOptions = {}): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    if (file !== ':memory:') {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      const size = sizeOf(file);
      // Without a database file, or with an empty one, the engine would delete the write-ahead log, which may contain all data.
      if (size === undefined && (sizeOf(`${file}-wal`) ?? 0) > 0)
        throw new StoreFileError(`${file} is missing, while ${file}-wal has writes to it; ${AGAIN.replace('it', 'that one')}.`);
      if (size === 0) throw new StoreFileError(`${file} is empty, as no database is that was ever begun; ${AGAIN}.`);
      if (size === undefined) create(file, format);
    }
    database = new DatabaseSync(file, { timeout: busyTimeoutMs });
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = FULL');
    // Deleted data is overwritten, so that no free page of the file contains an erased account.
    database.exec('PRAGMA secure_delete = ON');
    if (file !== ':memory:' && (sizeOf(file) ?? 0) <= CHECKED_BYTES_MAX) check(file, database);
    return database;
  } catch (error) {
    if (database?.isOpen) database.close();
    throw error instanceof StoreFileError ? error : asFileError(file, error);
  }
}
