/** What reading a file may take at most. */
export interface ReadingLimits {
  /** Bytes by which the process may grow. What a PDF unpacks is outside of a thread's heap, whose own limit does not count it. */
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

/** Runs work with a signal that ends it when it takes too long, or too much memory. */
export async function watchReading<T>(work: (signal: AbortSignal) => Promise<T>, { bytes, milliseconds } = readingLimits): Promise<T> {
  const controller = new AbortController();
  const end = (): void => {
    controller.abort();
  };
  const most = process.memoryUsage.rss() + bytes;
  const looks = setInterval(() => {
    if (process.memoryUsage.rss() > most) end();
  }, lookEvery);
  const deadline = setTimeout(end, milliseconds);
  try {
    return await work(controller.signal);
  } finally {
    clearInterval(looks);
    clearTimeout(deadline);
  }
}
