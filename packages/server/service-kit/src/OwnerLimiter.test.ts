import { ownerLimits, type OwnerLimitName } from '@lectern/contracts';
import { OwnerLimiter } from './OwnerLimiter.ts';

const start = (enabled = true) => {
  const time = { now: 1_000 };
  const limiter = new OwnerLimiter({ enabled, monotonic: () => time.now });
  const passing = (times: number, limit: OwnerLimitName, owner: string): number => {
    let passed = 0;
    for (let call = 0; call < times; call += 1)
      try {
        limiter.count(limit, owner);
        passed += 1;
      } catch (error) {
        expect(error).toMatchObject({ code: 'rate_limited' });
      }
    return passed;
  };
  return { time, limiter, passing };
};

it.each(Object.entries(ownerLimits) as [OwnerLimitName, { most: number; windowMs: number }][])(
  'allows an owner so many calls in a window, each limit on its own: %s',
  (limit, { most, windowMs }) => {
    const { time, passing } = start();
    expect(passing(most + 500, limit, 'u1')).toBe(most);
    expect(passing(1, limit, 'u2')).toBe(1);
    for (const other of Object.keys(ownerLimits) as OwnerLimitName[]) expect(passing(1, other, 'u1')).toBe(other === limit ? 0 : 1);
    time.now += windowMs;
    expect(passing(most + 500, limit, 'u1')).toBe(most);
  },
);

it('names the time to wait', () => {
  const { time, limiter, passing } = start();
  passing(ownerLimits.calendars.most, 'calendars', 'u1');
  time.now += 20_000;
  expect(() => limiter.count('calendars', 'u1')).toThrow(expect.objectContaining({ retryAfterSeconds: 40 }));
});

it('keeps no ended window, and a bounded number of them', () => {
  const { time, limiter } = start();
  for (let owner = 0; owner < 100_500; owner += 1) limiter.count('calendars', `u${owner}`);
  expect(limiter.size).toBe(100_000);
  time.now += ownerLimits.calendars.windowMs;
  limiter.count('calendars', 'u1');
  expect(limiter.size).toBe(1);
});

it('can be switched off', () => {
  expect(start(false).passing(10_000, 'calendars', 'u1')).toBe(10_000);
});
