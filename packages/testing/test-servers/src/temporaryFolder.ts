import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const inMemory = '/dev/shm';
/** The least free bytes in `/dev/shm` and in memory: far more than a site of the tests writes. */
const room = 2 * 1024 ** 3;
/** The name of a folder has its process id, so that leftovers of killed processes can be found. */
const owned = /^lectern-test-(\d+)-/;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Removes folders of dead processes. Nothing else clears `/dev/shm`. */
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
    // Other systems have no `/dev/shm`.
    return tmpdir();
  }
};

/**
 * Creates a folder for the data of a test, which the test removes. It is in memory if there is room, because a store that flushes every
 * write would mostly wait for the disk. The data must survive processes only.
 */
export const temporaryFolder = (name: string): string => mkdtempSync(join(findPlace(), `lectern-test-${process.pid}-${name}-`));
