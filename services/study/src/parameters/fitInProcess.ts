import { startProcess, type ProcessLimits } from '@lectern/service-kit';
import type { Fit } from './fitParameters.ts';
import { packHistories } from './packedHistories.ts';
import type { History } from './predictionLoss.ts';

/** Replaced in tests. */
export interface FitProcess {
  module?: URL;
  limits?: Partial<ProcessLimits>;
}

const entry = new URL('./fitParameters.process.ts', import.meta.url);
/** The largest input takes three seconds and 170 MB. */
const usualLimits: ProcessLimits = { heapMb: 256, residentBytes: 400_000_000, milliseconds: 120_000 };

/**
 * Fits parameters in a separate process, because the optimizer is native code: its memory is outside the heap limit, and a thread would not release
 * it.
 *
 * @throws the reason of the signal if it aborts; Error if the process exceeds a limit or fails
 */
export const fitInProcess = async (
  histories: readonly History[],
  signal: AbortSignal,
  { module = entry, limits }: FitProcess = {},
): Promise<Fit | undefined> => {
  signal.throwIfAborted();
  let answer: { fit: Fit | undefined } | undefined;
  const fitting = startProcess(module, {
    limits: { ...usualLimits, ...limits },
    onMessage: (message) => {
      answer = message as { fit: Fit | undefined };
      fitting.kill();
    },
  });
  const stop = (): void => {
    fitting.kill();
  };
  signal.addEventListener('abort', stop);
  try {
    void fitting.send(packHistories(histories));
    const { limit, status, written } = await fitting.ended;
    signal.throwIfAborted();
    if (answer) return answer.fit;
    throw new Error(
      limit === undefined
        ? `The process that fits parameters ended with ${status}: ${written}`
        : `The process that fits parameters passed its limit of ${limit}.`,
    );
  } finally {
    signal.removeEventListener('abort', stop);
  }
};
