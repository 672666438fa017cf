import { fork } from 'node:child_process';
import { ImportError } from '@lectern/exchange/import-error';
import { tookTooLong, tookTooMuch } from './readerErrors.ts';
import type { ReaderMessage } from './readerMessages.ts';

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

/** Heap limit of the process in MB. SQLite's memory, a few megabytes, is not included. */
const memoryMb = 256;
/** The most characters of a failed process's stderr that are logged. */
const loggedCharacters = 4_000;
const isOutOfMemory = (written: string): boolean => written.includes('heap out of memory');

/** Starts the process without the service's environment, which has secrets. */
export const runReader = ({ module, folder, patienceMs, onMessage }: ReaderRun): RunningReader => {
  const child = fork(module, [folder, `${patienceMs}`], {
    serialization: 'advanced',
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${memoryMb}`],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let isAnswered = false;
  let isLate = false;
  let written = '';
  const timer = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, patienceMs);
  child.on('message', (message: unknown) => {
    isAnswered ||= (message as ReaderMessage).kind !== 'part';
    onMessage(message as ReaderMessage);
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    written = (written + text).slice(-loggedCharacters);
  });
  const ended = new Promise<void>((resolve, reject) => {
    // The last message may arrive after the end of the process, but before the end of the channel, so both are awaited.
    const parts = new Set(['close', 'disconnect']);
    let ending = '';
    const end = (part: string, how?: string): void => {
      parts.delete(part);
      ending = how ?? ending;
      if (parts.size > 0) return;
      clearTimeout(timer);
      if (isAnswered) resolve();
      else if (isLate) reject(new ImportError(tookTooLong.code, tookTooLong.message));
      else if (isOutOfMemory(written)) reject(new ImportError(tookTooMuch.code, tookTooMuch.message));
      else reject(new Error(`The process that reads a file with cards ended with ${ending}: ${written}`));
    };
    child.once('close', (code, signal) => end('close', `${signal ?? code}`));
    child.once('disconnect', () => end('disconnect'));
    child.once('error', (error) => {
      clearTimeout(timer);
      child.kill('SIGKILL');
      reject(error);
    });
  });
  return { ended, kill: () => void child.kill('SIGKILL') };
};
