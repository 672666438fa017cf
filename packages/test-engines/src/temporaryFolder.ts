import { mkdtempSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const inMemory = '/dev/shm';
/** Bytes that have to be free there, and in the machine: far more than a site of the tests writes. */
const room = 2 * 1024 ** 3;

const hasRoom = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= room && freemem() >= room;
  } catch {
    // Another system, or one without it.
    return false;
  }
};

/**
 * A new folder for what a test stores, to be removed by the test: in memory where there is room, since all that it has to outlive are
 * processes, and a store that flushes every write would wait for a disk most of its time.
 */
export const temporaryFolder = (name: string): string => mkdtempSync(join(hasRoom() ? inMemory : tmpdir(), `${name}-`));
