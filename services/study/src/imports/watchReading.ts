import { rmSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { type ReaderMessage, tookTooLong, tookTooMuch } from './readerMessages.ts';

const [, , folder = '', patience = ''] = process.argv;

/** Kills this process. A thread that is inside SQLite cannot be stopped in any other way. */
const endNow = (): void => {
  try {
    rmSync(folder, { recursive: true, force: true });
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
};

/**
 * Runs the thread that reads one file, and forwards its messages. This process ends with its parent and at its own deadline, even if the parent
 * does not end it. Its arguments are the folder and the deadline in milliseconds.
 */
export const watchReading = (thread: URL): void => {
  process.once('disconnect', endNow);
  const send = (message: ReaderMessage, then: () => void = () => undefined): void => void process.send?.(message, then);
  setTimeout(() => send({ kind: 'failure', ...tookTooLong }, endNow), Number(patience));
  const worker = new Worker(thread, { workerData: folder });
  worker.on('message', (message: ReaderMessage) => send(message, message.kind === 'part' ? undefined : () => process.exit()));
  worker.once('error', (error: NodeJS.ErrnoException) => {
    // Ends this process without an answer, so that the parent reports the failure with its stderr.
    if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
    send({ kind: 'failure', ...tookTooMuch }, () => process.exit());
  });
};
