import { documentKindOf, type ReadMaterial } from '@lectern/documents/materials';
import { ContentError } from '@lectern/study-content/workers';
import { DomainError, startProcess, type LimitedProcess, type ProcessLimits } from '@lectern/service-kit';
import { readingLimits } from './readingLimits.ts';
import { createReadingCollector } from './createReadingCollector.ts';
import { piecesOf, type ReadingMessage, type ReadingRequest } from './readingMessages.ts';

export interface FileToRead extends Pick<ReadingRequest, 'kind' | 'name'> {
  bytes: Uint8Array;
}

export interface FileReaderOptions {
  module?: URL;
  limits?: Partial<ProcessLimits>;
}

const entry = new URL('./readFile.process.ts', import.meta.url);
/** The number of files read concurrently, each in its own process. The queue of study content has more slots if a model generates the content. */
const slots = 3;
/** A larger file counts as large. */
const largeFile = 1_000_000;

/** Returns whether a document is compressed, so that its size does not reveal its content. */
const isPacked = (bytes: Uint8Array): boolean => {
  const kind = documentKindOf(bytes);
  return kind === 'pdf' || kind === 'package';
};

/** Returns whether reading a file may take seconds. */
export const isLargeFile = ({ kind, bytes }: FileToRead): boolean =>
  bytes.byteLength > largeFile || (kind === 'document' && isPacked(bytes));

const tookTooMuch = () =>
  new ContentError({
    code: 'unreadable-file',
    message: 'This file takes too long or too much memory to read. Please split it into several.',
  });
const isEnding = () =>
  new DomainError('unavailable', 'Part of Lectern is restarting. Please try again in a moment.', { retryAfterSeconds: 5 });

/** Sends a file in pieces, each after the process has taken the previous one. Other calls run in between. */
const sendFile = async (reading: LimitedProcess, { kind, name, bytes }: FileToRead): Promise<void> => {
  await reading.send({ kind, name, size: bytes.byteLength } satisfies ReadingRequest);
  for (const piece of piecesOf(bytes)) await reading.send(piece);
};

/** Returns a function that runs at most `most` tasks concurrently. */
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

/** Creates a reader that reads files in processes, at most three concurrently. */
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
     * Reads a deck or document in a process with time and memory limits. If a PDF exceeds a limit at a picture, its text and previous
     * pictures are kept.
     *
     * @throws ContentError if the file cannot be read or exceeds a limit; DomainError while the service stops; Error if the process fails
     */
    read: (file: FileToRead): Promise<ReadMaterial> => inTurn(() => readNow(file)),
    /** Stops all readings. */
    close(): void {
      isClosed = true;
      for (const reading of running) reading.kill();
    },
  };
}
