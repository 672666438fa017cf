import { Worker } from 'node:worker_threads';
import type { Fit } from './fitParameters.ts';
import type { History } from './predictionLoss.ts';

/** The longest time of a fit. It takes seconds. Milliseconds. */
const timeoutMs = 120_000;
/** Memory limit of the thread in MB. */
const maxOldGenerationSizeMb = 256;

/** A fit in a thread of its own, which ends with it. */
export const fitInThread = (histories: readonly History[], signal: AbortSignal): Promise<Fit | undefined> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const thread = new Worker(new URL('./fitParameters.worker.ts', import.meta.url), {
      workerData: histories,
      resourceLimits: { maxOldGenerationSizeMb },
    });
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const end = (): void => {
      limit.removeEventListener('abort', end);
      if (limit.aborted) reject(limit.reason as Error);
      void thread.terminate();
    };
    limit.addEventListener('abort', end);
    thread.once('message', (fit: Fit | undefined) => {
      resolve(fit);
      end();
    });
    thread.once('error', (error) => {
      reject(error);
      end();
    });
    thread.once('exit', (code) => reject(new Error(`The thread that fits parameters ended with ${code}.`)));
  });
