import type { Serializable } from 'node:child_process';
import { Worker } from 'node:worker_threads';
import { createByteCollector } from './readingMessages.ts';
import { readingLimits } from './readingLimits.ts';

/** The start of a request. Its `size` bytes follow in pieces; the thread receives both in one message. */
interface SizedRequest {
  size: number;
}

/**
 * Runs the thread that reads one file, and forwards messages in both directions. Native code may block the thread but not this event loop,
 * so earlier messages still arrive, and the process ends with its parent.
 */
export const passOn = (thread: URL): void => {
  // There is no other way to stop a thread that is blocked by native code.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  const worker = new Worker(thread, { resourceLimits: { maxOldGenerationSizeMb: readingLimits.heapMb } });
  const file = createByteCollector();
  let request: SizedRequest | undefined;
  let missing = 0;
  let isSent = false;
  process.on('message', (message: SizedRequest | Uint8Array) => {
    if (isSent) {
      worker.postMessage(message);
      return;
    }
    if (message instanceof Uint8Array) {
      file.add(message, request?.size ?? 0);
      missing -= message.byteLength;
    } else {
      request = message;
      missing = request.size;
    }
    if (missing > 0) return;
    isSent = true;
    const bytes = file.take() ?? new Uint8Array();
    worker.postMessage({ request, bytes }, [bytes.buffer]);
  });
  /** Resolves when all previous messages are written. The channel buffers messages that the service has not read yet. */
  let written = Promise.resolve();
  const send = (message: Serializable): void => {
    written = written.then(() => new Promise((resolve) => void process.send?.(message, () => resolve())));
  };
  worker.on('message', send);
  worker.once('error', (error: NodeJS.ErrnoException) => {
    // Ends this process without an answer, so that the parent reports the failure with its stderr.
    if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
    send({ kind: 'out-of-memory' });
  });
};
