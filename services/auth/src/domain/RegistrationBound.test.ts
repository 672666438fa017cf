import { RegistrationBound } from './RegistrationBound.ts';

it('limits waiting addresses, counted in the store once a minute and locally in between', async () => {
  const time = { now: new Date('2026-03-05T10:00:00Z') };
  const count = jest.fn(async () => 7);
  const bound = new RegistrationBound(count, () => time.now, 10);
  for (let address = 0; address < 3; address++) await bound.take();
  await expect(bound.take()).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: 600 });
  expect(count).toHaveBeenCalledTimes(1);
  time.now = new Date(time.now.getTime() + 60_000);
  await bound.take();
  expect(count).toHaveBeenCalledTimes(2);
});
