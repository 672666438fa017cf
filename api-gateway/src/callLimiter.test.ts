import { createCallLimiter, type AskCallShare } from './callLimiter.ts';

/** What auth counts for all gateways. */
const createShares = (limit = 600): { ask: AskCallShare; asked: () => number } => {
  const counts = new Map<string, number>();
  let asked = 0;
  return {
    asked: () => asked,
    ask: async ({ userId, used, wanted }) => {
      asked += 1;
      const before = (counts.get(userId) ?? 0) + used;
      const granted = Math.max(0, Math.min(wanted, limit - before));
      counts.set(userId, before + granted);
      return { granted, resetInMs: 60_000 };
    },
  };
};
const never: AskCallShare = () => Promise.reject(new Error('auth does not answer'));

describe('the limit of calls', () => {
  it('allows 600 a minute for each learner, then names the time to wait', async () => {
    let now = 1_000;
    const { ask, asked } = createShares();
    const limiter = createCallLimiter({ monotonic: () => now, enabled: true, ask });
    for (let call = 0; call < 600; call++) expect(await limiter.count('u1')).toBeUndefined();
    now += 20_000;
    expect(await limiter.count('u1')).toBe(40);
    expect(await limiter.count('u2')).toBeUndefined();
    expect(asked()).toBeLessThanOrEqual(20);
    now += 40_000;
    expect(await limiter.count('u1')).toBeUndefined();
  });

  it.each([
    ['one after the other', false],
    ['all at once', true],
  ])('allows at most a tenth more over two gateways, and no less than 600: %s', async (_, isAtOnce) => {
    const { ask } = createShares();
    const gateways = [1, 2].map(() => createCallLimiter({ monotonic: () => 0, enabled: true, ask }));
    const waits: (number | undefined)[] = [];
    const counts = Array.from({ length: 2_000 }, (_each, index) => async () => waits.push(await gateways[index % 2]?.count('u1')));
    if (isAtOnce) await Promise.all(counts.map((count) => count()));
    else for (const count of counts) await count();
    const allowed = waits.filter((wait) => wait === undefined).length;
    expect(allowed).toBeGreaterThanOrEqual(570);
    expect(allowed).toBeLessThanOrEqual(660);
  });

  it('asks nobody about a learner who makes few calls', async () => {
    const { ask, asked } = createShares();
    const limiter = createCallLimiter({ monotonic: () => 0, enabled: true, ask });
    for (let call = 0; call < 15; call++) expect(limiter.count('u1')).toBeUndefined();
    expect(asked()).toBe(0);
  });

  it('counts alone while auth does not answer', async () => {
    const limiter = createCallLimiter({ monotonic: () => 0, enabled: true, ask: never });
    const waits = await Promise.all(Array.from({ length: 700 }, () => limiter.count('u1')));
    expect(waits.filter((wait) => wait === undefined)).toHaveLength(600);
  });

  it('can be switched off for benchmarks', () => {
    const limiter = createCallLimiter({ monotonic: () => 0, enabled: false, ask: never });
    for (let call = 0; call < 1_000; call++) expect(limiter.count('u1')).toBeUndefined();
  });
});
