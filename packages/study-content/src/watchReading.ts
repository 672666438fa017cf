import type { ThreadUse } from './createThreadUse.ts';

/** What reading a file may take at most. */
export interface ReadingLimits extends ThreadUse {
  /**
   * Bytes of the heap of the thread that reads. Less than the limit of the thread (512 MB), because Node may end the whole process when a heap is at
   * its limit.
   */
  heapBytes: number;
  /** Bytes of the thread that reads. What a PDF unpacks is outside of the thread's heap, whose own limit does not count it. */
  bytes: number;
  /** Processor time of the thread. */
  milliseconds: number;
  /** Time on the clock of the wall, for a thread that waits for ever. A good file takes many times its processor time on a busy machine. */
  wallMilliseconds: number;
}

/** The readers end themselves after four seconds of processor time. This limit is for what they cannot end. */
export const readingLimits: ReadingLimits = {
  heapBytes: 420_000_000,
  bytes: 1_000_000_000,
  milliseconds: 4_500,
  wallMilliseconds: 60_000,
};

/** Milliseconds between two looks at the thread. It unpacks about ten megabytes in this time. */
const lookEvery = 25;

/**
 * Runs work with a signal that ends it when it takes too much processor time or memory.
 *
 * @param useOf - What this work uses, without other work in the process. Not called again before it has answered.
 */
export async function watchReading<T>(
  work: (signal: AbortSignal) => Promise<T>,
  useOf: () => Promise<ThreadUse>,
  { heapBytes, bytes, milliseconds, wallMilliseconds } = readingLimits,
): Promise<T> {
  const controller = new AbortController();
  const end = (): void => {
    controller.abort();
  };
  const failure = Promise.withResolvers<never>();
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    const use = await useOf();
    if (use.heapBytes > heapBytes || use.bytes > bytes || use.milliseconds > milliseconds) end();
    isLooking = false;
  };
  const looks = setInterval(() => {
    look().catch((error: unknown) => {
      end();
      failure.reject(error);
    });
  }, lookEvery);
  const deadline = setTimeout(end, wallMilliseconds);
  try {
    return await Promise.race([work(controller.signal), failure.promise]);
  } finally {
    clearInterval(looks);
    clearTimeout(deadline);
  }
}
