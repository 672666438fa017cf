import type { ThreadUse } from './createThreadUse.ts';
import { watchReading } from './watchReading.ts';

/** Work that goes on until it is ended. */
const endless = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(new Error('ended'));
    });
  });
const enough = { heapBytes: 500, bytes: 1_000, milliseconds: 4_000, wallMilliseconds: 60_000 };
const little = (): Promise<ThreadUse> => Promise.resolve({ heapBytes: 500, bytes: 1_000, milliseconds: 4_000 });

it('answers what the work answers', async () => {
  expect(await watchReading(() => Promise.resolve(3), little)).toBe(3);
  await expect(watchReading(() => Promise.reject(new Error('failed')), little)).rejects.toThrow('failed');
});

it('ends work that takes more processor time or memory than it may, or waits too long', async () => {
  await expect(watchReading(endless, little, { ...enough, wallMilliseconds: 1 })).rejects.toThrow('ended');
  for (const more of [{ heapBytes: 501 }, { bytes: 1_001 }, { milliseconds: 4_001 }]) {
    const use = { heapBytes: 0, bytes: 0, milliseconds: 0, ...more };
    await expect(watchReading(endless, () => Promise.resolve(use), enough)).rejects.toThrow('ended');
  }
});

it('ends work whose use cannot be told', async () => {
  let signal: AbortSignal | undefined;
  const work = (given: AbortSignal): Promise<never> => {
    signal = given;
    return new Promise(() => {});
  };
  await expect(watchReading(work, () => Promise.reject(new Error('unknown')), enough)).rejects.toThrow('unknown');
  expect(signal?.aborted).toBe(true);
});
