/** What reading a file may take at most. */
export interface ReadingLimits {
  /** Bytes of the thread that reads. What a PDF unpacks is outside of the thread's heap, whose own limit does not count it. */
  bytes: number;
  milliseconds: number;
}

/**
 * The readers end themselves after four seconds of processor time. This time is for what they cannot end, on the clock of the wall: a good file takes
 * several times as long on a busy machine.
 */
export const readingLimits: ReadingLimits = { bytes: 1_000_000_000, milliseconds: 12_000 };

/** Milliseconds between two looks at the memory. A thread unpacks about ten megabytes in this time. */
const lookEvery = 25;

/**
 * Runs work with a signal that ends it when it takes too long, or too much memory.
 *
 * @param bytesUsed - The bytes that this work uses now, without those of other work in the process. Not called again before it has answered.
 */
export async function watchReading<T>(
  work: (signal: AbortSignal) => Promise<T>,
  bytesUsed: () => Promise<number>,
  { bytes, milliseconds } = readingLimits,
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
    if ((await bytesUsed()) > bytes) end();
    isLooking = false;
  };
  const looks = setInterval(() => {
    look().catch((error: unknown) => {
      end();
      failure.reject(error);
    });
  }, lookEvery);
  const deadline = setTimeout(end, milliseconds);
  try {
    return await Promise.race([work(controller.signal), failure.promise]);
  } finally {
    clearInterval(looks);
    clearTimeout(deadline);
  }
}
