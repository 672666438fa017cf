import { ImportError } from '@lectern/exchange/import-error';
import { startProcess } from '@lectern/service-kit';
import { type ReaderMessage, tookTooLong, tookTooMuch } from './readerMessages.ts';

/** A process that reads one file. */
export interface RunningReader {
  /** Resolves when the process has ended. @throws ImportError at its limits; for other failures Error with the end of its stderr */
  ended: Promise<void>;
  kill(): void;
}

export interface ReaderRun {
  module: URL;
  folder: string;
  patienceMs: number;
  onMessage: (message: ReaderMessage) => void;
}

const heapMb = 256;
/** Mostly the heap. The rest is for the file, its unpacked content, and SQLite. */
const residentBytes = 600_000_000;

/** On a busy machine a valid file takes many times its CPU time. */
const wallFactor = 6;

/** Starts the process without the service's environment, which contains secrets. @param patienceMs - CPU time */
export const runReader = ({ module, folder, patienceMs, onMessage }: ReaderRun): RunningReader => {
  let isAnswered = false;
  const reader = startProcess(module, {
    args: [folder, `${wallFactor * patienceMs}`],
    limits: { heapMb, residentBytes, processorMilliseconds: patienceMs, milliseconds: wallFactor * patienceMs },
    onMessage: (message) => {
      isAnswered ||= (message as ReaderMessage).kind !== 'part';
      onMessage(message as ReaderMessage);
    },
  });
  const ended = reader.ended.then(({ limit, status, written }) => {
    if (isAnswered) return;
    if (limit === undefined) throw new Error(`The process that reads a file with cards ended with ${status}: ${written}`);
    const { code, message } = limit === 'time' ? tookTooLong : tookTooMuch;
    throw new ImportError(code, message);
  });
  return { ended, kill: reader.kill };
};
