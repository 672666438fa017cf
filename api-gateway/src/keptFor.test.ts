import { keptFor } from './keptFor.ts';

it('asks once for all callers within the time, and again after it', async () => {
  let now = 0;
  let asked = 0;
  const get = keptFor(
    100,
    () => now,
    async () => (asked += 1),
  );
  expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1]);
  now = 99;
  expect(await get()).toBe(1);
  now = 100;
  expect(await get()).toBe(2);
});

it('asks again after a failure', async () => {
  let asked = 0;
  const get = keptFor(
    100,
    () => 0,
    () => (asked++ ? Promise.resolve('fine') : Promise.reject(new Error('down'))),
  );
  await expect(Promise.all([get(), get()])).rejects.toThrow('down');
  expect([await get(), asked]).toEqual(['fine', 2]);
});
