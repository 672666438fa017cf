import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const inMemory = '/dev/shm';
/** Bytes that have to be free there, and in the machine: far more than a site of the tests writes. */
const room = 2 * 1024 ** 3;
/** What a run that was killed left behind is known by its process. */
const owned = /^lectern-test-(\d+)-/;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Memory, unlike a disk's folder for temporary files, is cleared by nobody else. */
const removeLeftovers = (): void => {
  for (const name of readdirSync(inMemory)) {
    const owner = owned.exec(name)?.[1];
    if (owner !== undefined && !isAlive(Number(owner))) rmSync(join(inMemory, name), { recursive: true, force: true });
  }
};

let isCleared = false;

const findPlace = (): string => {
  try {
    const isFirst = !isCleared;
    isCleared = true;
    if (isFirst) removeLeftovers();
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= room && freemem() >= room ? inMemory : tmpdir();
  } catch {
    // Another system, or one without it.
    return tmpdir();
  }
};

/**
 * A new folder for what a test stores, to be removed by the test: in memory where there is room, since all that it has to outlive are
 * processes, and a store that flushes every write would wait for a disk most of its time.
 */
export const temporaryFolder = (name: string): string => mkdtempSync(join(findPlace(), `lectern-test-${process.pid}-${name}-`));
