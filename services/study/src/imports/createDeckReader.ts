import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ImportError } from '@lectern/exchange/import-error';
import { DomainError, FairQueue, fairQueueLimits, type Log, type Metrics } from '@lectern/service-kit';
import type { ImportUpload } from './readImportForm.ts';
import type { ReadUpload, UploadPreview } from './readUpload.ts';
import { makeReaderFolder, removeLeftoverFolders } from './readerFolders.ts';
import { collectParts, readerFiles, type ReaderMessage, type ReaderRequest } from './readerMessages.ts';
import { type RunningReader, runReader } from './runReader.ts';

/** A read file with the bytes of its pictures, by their addresses in the cards. */
export interface LoadedUpload extends ReadUpload {
  pictureFiles: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/** Loads the pictures that the reader left in its folder. */
export const loadPictures = async (read: ReadUpload, folder: string): Promise<LoadedUpload> => {
  const pictureFiles = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const [source, file] of read.pictures ?? []) pictureFiles.set(source, new Uint8Array(await readFile(join(folder, file))));
  return { ...read, pictureFiles };
};

/** Reads files with cards, each in a separate process with time and memory limits. */
export interface DeckReader {
  /** @throws ImportError; DomainError if the queue is full, or while the service stops */
  read(userId: string, upload: ImportUpload, now: Date): Promise<LoadedUpload>;
  /** Previews an import. @throws as `read` */
  preview(userId: string, upload: ImportUpload, now: Date): Promise<UploadPreview>;
  /** Stops running reads and removes their files. */
  close(): Promise<void>;
}

export interface DeckReaderOptions {
  metrics: Metrics;
  log: Log;
  /** Replaced in tests. */
  module?: URL;
  patienceMs?: number;
}

const entry = new URL('./readDecks.process.ts', import.meta.url);
/** The number of files read concurrently. */
const slots = 2;
/** A larger file counts as a large task of the queue. */
const largeBytes = 1_000_000;
/** CPU time. 10,000 cards take about two seconds. */
const usualPatienceMs = 8_000;

const isEnding = () =>
  new DomainError('unavailable', 'A part of Lectern is being restarted. Please try again in a moment.', { retryAfterSeconds: 5 });

interface ReaderTask {
  bytes: Uint8Array;
  request: ReaderRequest;
  onMessage: (message: ReaderMessage) => void;
  /** Moves the process's results out of its folder, before the folder is removed. */
  onEnd: (folder: string) => Promise<void>;
}

/** Creates processes and their folders. */
const createReaders = ({ module = entry, patienceMs = usualPatienceMs, log }: Omit<DeckReaderOptions, 'metrics'>) => {
  const running = new Set<RunningReader>();
  const tasks = new Set<Promise<void>>();
  let isClosed = false;
  tasks.add(removeLeftoverFolders().catch((error: unknown) => log('warn', 'imports.leftovers', { error })));

  const readIn = async (folder: string, bytes: Uint8Array, request: ReaderRequest, onMessage: (message: ReaderMessage) => void) => {
    await writeFile(join(folder, readerFiles.upload), bytes, { mode: 0o600 });
    await writeFile(join(folder, readerFiles.request), JSON.stringify(request), { mode: 0o600 });
    if (isClosed) throw isEnding();
    const reader = runReader({ module, folder, patienceMs, onMessage });
    running.add(reader);
    try {
      await reader.ended;
    } catch (error) {
      throw isClosed ? isEnding() : error;
    } finally {
      running.delete(reader);
    }
  };
  const readOnce = async ({ bytes, request, onMessage, onEnd }: ReaderTask): Promise<void> => {
    if (isClosed) throw isEnding();
    const folder = await makeReaderFolder();
    try {
      await readIn(folder, bytes, request, onMessage);
      await onEnd(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  return {
    async run(what: ReaderTask): Promise<void> {
      const task = readOnce(what);
      tasks.add(task);
      await task.finally(() => tasks.delete(task));
    },
    async close(): Promise<void> {
      isClosed = true;
      for (const reader of running) reader.kill();
      await Promise.allSettled(tasks);
    },
  };
};

/** Creates a reader that is fair among learners. Removes the folders that earlier processes on this machine left behind. */
export const createDeckReader = ({ metrics, ...options }: DeckReaderOptions): DeckReader => {
  const queue = new FairQueue({ slots, largeSlots: slots - 1, ...fairQueueLimits, name: 'imports', metrics });
  const readers = createReaders(options);

  /** Returns the last message of the process. */
  const run = (kind: ReaderRequest['kind'], userId: string, { bytes, name, title, columns, encoding }: ImportUpload, now: Date) =>
    queue.run(userId, bytes.byteLength > largeBytes, async () => {
      const parts = collectParts();
      let last: LoadedUpload | UploadPreview | ImportError | undefined;
      let read: ReadUpload | undefined;
      await readers.run({
        bytes,
        request: { kind, name, title, columns, encoding, now: now.toISOString() },
        onMessage: (message) => {
          if (message.kind === 'part') parts.add(message);
          else if (message.kind === 'end') read = parts.end(message);
          else if (message.kind === 'preview') last = message.preview;
          else last = new ImportError(message.code, message.message);
        },
        onEnd: async (folder) => {
          if (read) last = await loadPictures(read, folder);
        },
      });
      if (last instanceof ImportError) throw last;
      return last;
    });

  return {
    read: async (userId, upload, now) => (await run('import', userId, upload, now)) as LoadedUpload,
    preview: async (userId, upload, now) => (await run('preview', userId, upload, now)) as UploadPreview,
    close: readers.close,
  };
};
