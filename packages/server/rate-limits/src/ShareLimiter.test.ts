import { rateLimits, type RateLimitName } from '@lectern/contracts';
import { ShareLimiter } from './ShareLimiter.ts';
import { sharesOfAuth } from './testing/sharesOfAuth.ts';

const start = (limit: RateLimitName = 'calls', mostSubjects?: number) => {
  const time = { now: 1_000 };
  const monotonic = () => time.now;
  const auth = sharesOfAuth(monotonic);
  const gateway = () =>
    new ShareLimiter({ limit, monotonic, enabled: true, ask: auth.ask, ...(mostSubjects !== undefined && { mostSubjects }) });
  return { time, auth, gateways: [gateway(), gateway()] as const };
};
type Gateway = ReturnType<typeof start>['gateways'][number];

/** Counts calls over some gateways in turn. @returns how many were let through */
const passing = async (gateways: readonly Gateway[], times: number, isAtOnce = false): Promise<number> => {
  const count = async (_: unknown, index: number) => (await gateways[index % gateways.length]?.count('u1')) === undefined;
  const turns = Array.from({ length: times });
  if (isAtOnce) return (await Promise.all(turns.map(count))).filter(Boolean).length;
  let passed = 0;
  for (const [index] of turns.entries()) if (await count(undefined, index)) passed += 1;
  return passed;
};

describe('a limit that auth counts for all gateways', () => {
  it('allows a learner 600 calls a minute, then names the time to wait', async () => {
    const { time, auth, gateways } = start();
    const [one] = gateways;
    expect(await passing([one], 600)).toBe(600);
    time.now += 20_000;
    expect(await one.count('u1')).toBe(40);
    expect(await one.count('u2')).toBeUndefined();
    expect(auth.state.asked).toBeLessThanOrEqual(21);
    time.now += 40_000;
    expect(await one.count('u1')).toBeUndefined();
  });

  it.each(
    (['calls', 'registrations', 'forgottenPasswords', 'links'] as const).flatMap((limit) => [
      [limit, false] as const,
      [limit, true] as const,
    ]),
  )('allows at most a tenth more over two gateways, and a twentieth less: %s, at once: %s', async (limit, isAtOnce) => {
    const { gateways } = start(limit);
    const { most } = rateLimits[limit];
    const passed = await passing(gateways, 4 * most, isAtOnce);
    expect(passed).toBeGreaterThanOrEqual(0.95 * most);
    expect(passed).toBeLessThanOrEqual(1.1 * most);
  });

  it('asks once in a share, and nobody about a learner who makes few calls', async () => {
    const { auth, gateways } = start();
    const [one] = gateways;
    for (let call = 0; call < 15; call++) expect(one.count('u1')).toBeUndefined();
    expect(auth.state.asked).toBe(0);
    await passing([one], 285);
    expect(auth.state.asked).toBeLessThanOrEqual(10);
  });

  it('seldom asks about a learner who is over the limit', async () => {
    const { auth, gateways } = start();
    await passing([gateways[0]], 600);
    const before = auth.state.asked;
    expect(await passing([gateways[0]], 1_000)).toBe(0);
    expect(auth.state.asked - before).toBeLessThanOrEqual(1);
  });

  it('is counted alone while auth does not answer', async () => {
    const { auth, gateways } = start();
    auth.state.isAway = true;
    expect(await passing([gateways[0]], 700, true)).toBe(600);
  });

  it('stays used up while auth does not answer', async () => {
    const { time, auth, gateways } = start();
    const passed = await passing(gateways, 1_000);
    auth.state.isAway = true;
    time.now += 20_000;
    expect(await passing(gateways, 1_000)).toBe(0);
    expect(passed).toBeLessThanOrEqual(660);
  });

  it('keeps what is known of the other gateways while auth does not answer', async () => {
    const { auth, gateways } = start();
    const [one, other] = gateways;
    expect(await passing([other], 300)).toBe(300);
    const before = await passing([one], 100);
    auth.state.isAway = true;
    // The other gateway may have a share left.
    const passed = before + (await passing([one], 1_000));
    expect(passed).toBeGreaterThanOrEqual(255);
    expect(passed).toBeLessThanOrEqual(300);
  });

  it('counts what was made alone when auth answers again', async () => {
    const { time, auth, gateways } = start();
    const [one, other] = gateways;
    auth.state.isAway = true;
    expect(await passing([one], 500)).toBe(500);
    auth.state.isAway = false;
    time.now += 10_000;
    const after = (await passing([one], 1)) + (await passing([other], 1_000)) + (await passing([one], 1_000));
    expect(500 + after).toBeLessThanOrEqual(660);
    expect(500 + after).toBeGreaterThanOrEqual(570);
  });

  it('counts calls once whose answers were lost after auth had stored them', async () => {
    const { time, auth, gateways } = start('registrations');
    const [one, other] = gateways;
    auth.state.isLate = true;
    for (let call = 0; call < 20; call++) {
      expect(await passing([one], 1)).toBe(1);
      time.now += 10_000;
    }
    expect(auth.state.asked).toBeGreaterThan(10);
    expect(auth.taken('registrations', 'u1')).toBeLessThanOrEqual(23);
    auth.state.isLate = false;
    const after = (await passing([one], 20)) + (await passing([other], 100)) + (await passing([one], 100));
    expect(after).toBeGreaterThanOrEqual(36);
    expect(after).toBeLessThanOrEqual(43);
  });

  it('gives calls back that do not count, for the other gateway, too', async () => {
    const { time, auth, gateways } = start('registrations');
    const [one, other] = gateways;
    expect(await passing([one], 60, true)).toBe(60);
    expect(await passing([other], 10)).toBe(3);
    for (let call = 0; call < 60; call++) one.giveBack('u1', time.now);
    time.now += 10_000;
    one.count('u1');
    one.giveBack('u1', time.now);
    await Promise.resolve();
    expect(auth.taken('registrations', 'u1')).toBeLessThanOrEqual(9);
    expect(await passing([other], 100)).toBeGreaterThanOrEqual(50);
  });

  it('does not give a call back to a later window', async () => {
    const { time, gateways } = start('registrations');
    const [one] = gateways;
    const countedAt = time.now;
    await one.count('u1');
    time.now += 3_600_000;
    expect(await passing([one], 60)).toBe(60);
    one.giveBack('u1', countedAt);
    expect(await passing([one], 10)).toBe(0);
  });

  it('counts a limited number of learners, the latest', async () => {
    const { auth, gateways } = start('calls', 10);
    const [one] = gateways;
    await passing([one], 600);
    for (let other = 0; other < 9; other++) one.count(`other ${other}`);
    expect(await one.count('u1')).toBeGreaterThan(0);
    one.count('other 9');
    // It begins anew with the free share; auth knows the rest.
    expect(await passing([one], 100)).toBeLessThanOrEqual(30);
    expect(auth.taken('calls', 'u1')).toBeGreaterThanOrEqual(600);
  });

  it('can be switched off for benchmarks', () => {
    const { auth } = start();
    const limiter = new ShareLimiter({ limit: 'calls', monotonic: () => 0, enabled: false, ask: auth.ask });
    for (let call = 0; call < 1_000; call++) expect(limiter.count('u1')).toBeUndefined();
    expect(auth.state.asked).toBe(0);
  });
});
