import { watchReading } from './watchReading.ts';

/** Work that goes on until it is ended. */
const endless = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(new Error('ended'));
    });
  });
const enough = { bytes: Infinity, milliseconds: 60_000 };

it('answers what the work answers', async () => {
  expect(await watchReading(() => Promise.resolve(3))).toBe(3);
  await expect(watchReading(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
});

it('ends work that takes too long, or more memory than it may', async () => {
  await expect(watchReading(endless, { ...enough, milliseconds: 1 })).rejects.toThrow('ended');
  await expect(watchReading(endless, { ...enough, bytes: -1_000_000_000_000 })).rejects.toThrow('ended');
});
