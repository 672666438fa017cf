/**
 * Awaits a promise with a time limit.
 *
 * @throws Error after the limit; a later result is ignored
 */
export async function withinTime<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([
      work,
      new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new Error(`Took longer than ${milliseconds} ms.`)), milliseconds);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}
