import { documentKindOf, type ReadMaterial } from '@lectern/documents/materials';
import { ContentError } from '@lectern/study-content/workers';
import { DomainError, startProcess, type LimitedProcess, type ProcessLimits } from '@lectern/service-kit';
import { readingLimits } from './readingLimits.ts';
import { createReadingCollector } from './createReadingCollector.ts';
import { piecesOf, type ReadingMessage, type ReadingRequest } from './readingMessages.ts';

/** A deck or a document. */
export interface FileToRead extends Pick<ReadingRequest, 'kind' | 'name'> {
  bytes: Uint8Array;
}

/** Replaced in tests. */
export interface FileReaderOptions {
  module?: URL;
  limits?: Partial<ProcessLimits>;
}

const entry = new URL('./readFile.process.ts', import.meta.url);
/** Files that are read at once, a process each. The queue of study content has more places when a model makes the content. */
const slots = 3;
/** A file with more bytes is large to read. */
const largeFile = 1_000_000;

/** Whether a document is packed, as a PDF and a .docx are: its bytes do not tell how much is in it. */
const isPacked = (bytes: Uint8Array): boolean => {
  const kind = documentKindOf(bytes);
  return kind === 'pdf' || kind === 'package';
};

/** Whether reading a file may take seconds. */
export const isLargeFile = ({ kind, bytes }: FileToRead): boolean =>
  bytes.byteLength > largeFile || (kind === 'document' && isPacked(bytes));

const tookTooMuch = () =>
  new ContentError({
    code: 'unreadable-file',
    message: 'This file takes too long or too much memory to read. Please split it into several.',
  });
const isEnding = () =>
  new DomainError('unavailable', 'Part of Lectern is restarting. Please try again in a moment.', { retryAfterSeconds: 5 });

/** Sends a file in pieces, each when the process has taken the one before. Other calls run in between. */
const sendFile = async (reading: LimitedProcess, { kind, name, bytes }: FileToRead): Promise<void> => {
  await reading.send({ kind, name, size: bytes.byteLength } satisfies ReadingRequest);
  for (const piece of piecesOf(bytes)) await reading.send(piece);
};

/** Runs at most `most` tasks at once. The others wait for their turn. */
const createTurns = (most: number) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (running < most) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await run();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
};

/** Reads files in processes, at most three at once. */
export function createFileReader({ module = entry, limits }: FileReaderOptions = {}) {
  const inTurn = createTurns(slots);
  const running = new Set<LimitedProcess>();
  let isClosed = false;

  const readNow = async (file: FileToRead): Promise<ReadMaterial> => {
    if (isClosed) throw isEnding();
    const read = createReadingCollector();
    const reading = startProcess(module, {
      limits: { ...readingLimits, ...limits },
      onMessage: (message) => {
        if (read.add(message as ReadingMessage)) reading.kill();
      },
    });
    running.add(reading);
    void sendFile(reading, file);
    const { limit, status, written } = await reading.ended;
    running.delete(reading);
    const { material, failure, isOutOfMemory } = read.result();
    if (material) return material;
    if (failure) throw new ContentError(failure);
    if (isClosed) throw isEnding();
    if (limit === undefined && !isOutOfMemory) throw new Error(`The process that reads a file ended with ${status}: ${written}`);
    const soFar = read.soFar();
    if (!soFar) throw tookTooMuch();
    return soFar;
  };

  return {
    /**
     * Reads a deck or a document in a process of its own with limits of time and memory. If a PDF passes a limit at a picture, its text and the
     * pictures before are kept.
     * @throws ContentError when the file cannot be read or passes a limit; DomainError while the service stops; Error when the process fails
     */
    read: (file: FileToRead): Promise<ReadMaterial> => inTurn(() => readNow(file)),
    /** Ends what is being read. */
    close(): void {
      isClosed = true;
      for (const reading of running) reading.kill();
    },
  };
}
