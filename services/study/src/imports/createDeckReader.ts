import { fork } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ImportError, type ColumnChoice, type ImportedDecks, type ImportErrorCode } from '@lectern/exchange/reading';
import { createFairQueue, fairQueueLimits, type Metrics } from '@lectern/service-kit';

/** What the process answers. The class of an error is lost between processes. */
export type ReadResult = { read: ImportedDecks } | { failure: { code: ImportErrorCode; message: string } };

export interface DeckReader {
  /**
   * Reads a file with cards, in a process of its own with limits of time and memory.
   * @throws ImportError; DomainError when too much is being read
   */
  read(userId: string, bytes: Uint8Array, columns: ColumnChoice | undefined): Promise<ImportedDecks>;
}

export interface DeckReaderOptions {
  metrics: Metrics;
  /** Replaced in tests. */
  module?: URL;
  patienceMs?: number;
}

const entry = new URL('./readDecks.process.ts', import.meta.url);
/** Files that are read at once. */
const slots = 2;
/** A larger file is large to read. */
const largeBytes = 1_000_000;
/** 10,000 cards take about two seconds. A busy machine is slower. */
const usualPatienceMs = 15_000;
/** Memory of the process in MB, without SQLite's, which is a few megabytes. */
const memoryMb = 256;

const tookTooLong = () => new ImportError('too-large', 'This file takes too long to read. Export its decks one by one.');
const tookTooMuch = () => new ImportError('too-large', 'There is more in this file than can be read at once. Export its decks one by one.');

/** Runs the process to its end. It starts without the service's environment, which has secrets. */
const readInProcess = (module: URL, folder: string, columns: ColumnChoice | undefined, patienceMs: number): Promise<ReadResult> =>
  new Promise((resolve, reject) => {
    const child = fork(module, [folder, columns ? JSON.stringify(columns) : ''], {
      serialization: 'advanced',
      env: {},
      execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${memoryMb}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, patienceMs);
    child.once('message', (result: unknown) => resolve(result as ReadResult));
    child.once('error', reject);
    child.once('exit', () => {
      clearTimeout(timer);
      // After an answer this changes nothing.
      reject(isLate ? tookTooLong() : tookTooMuch());
    });
  });

/** Reads files with cards, fair among learners, each in a process of its own. */
export const createDeckReader = ({ metrics, module = entry, patienceMs = usualPatienceMs }: DeckReaderOptions): DeckReader => {
  const queue = createFairQueue({ slots, largeSlots: slots - 1, ...fairQueueLimits, name: 'imports', metrics });
  return {
    read: (userId, bytes, columns) =>
      queue.run(userId, bytes.byteLength > largeBytes, async () => {
        const folder = await mkdtemp(join(tmpdir(), 'lectern-import-'));
        try {
          await writeFile(join(folder, 'upload'), bytes, { mode: 0o600 });
          const result = await readInProcess(module, folder, columns, patienceMs);
          if ('failure' in result) throw new ImportError(result.failure.code, result.failure.message);
          return result.read;
        } finally {
          await rm(folder, { recursive: true, force: true });
        }
      }),
  };
};
