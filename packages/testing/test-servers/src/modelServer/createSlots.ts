/** Places in which requests are worked on; those that find none wait in the order in which they came. */
export interface Slots {
  /** Resolves when there is a place. @returns A function that gives it back. @throws the signal's reason. */
  take(signal: AbortSignal): Promise<() => void>;
}

/** @param count - Defaults to no limit. */
export function createSlots(count = Number.POSITIVE_INFINITY): Slots {
  let free = count;
  const waiting: (() => void)[] = [];
  const giveBack = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return {
    take: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason as Error);
        let isBack = false;
        const start = (): void => {
          signal.removeEventListener('abort', leave);
          resolve(() => {
            if (!isBack) giveBack();
            isBack = true;
          });
        };
        const leave = (): void => {
          waiting.splice(waiting.indexOf(start), 1);
          reject(signal.reason as Error);
        };
        if (free > 0) {
          free -= 1;
          return start();
        }
        signal.addEventListener('abort', leave, { once: true });
        waiting.push(start);
      }),
  };
}
