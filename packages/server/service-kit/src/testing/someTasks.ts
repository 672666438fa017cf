/** Doubles a number. A task for the test of `createTaskThreads`. */
export const double = (number: number): number => 2 * number;

export const fail = (): never => {
  throw new RangeError('No.');
};

export const neverEnd = (): void => {
  for (;;);
};

export const fillMemory = (): void => {
  const kept: number[][] = [];
  for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => index));
};
