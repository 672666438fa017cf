import { calls, networkLimits, versionCall, type Call, type DescribedCall } from '@lectern/contracts';
import { NetworkLimiter } from './NetworkLimiter.ts';
import { routeOf } from './routing.ts';
import { sharesOfAuth } from '@lectern/rate-limits/testing';

const limitOf = (method: string, path: string) => routeOf(method, path)?.call?.networkLimit;

const make = (mostSubjects?: number, millisecondsPerRead = 0) => {
  const time = { now: 1_000 };
  const monotonic = () => (time.now += millisecondsPerRead);
  const auth = sharesOfAuth(monotonic);
  const limiter = new NetworkLimiter({ monotonic, enabled: true, ask: auth.ask, ...(mostSubjects !== undefined && { mostSubjects }) });
  /** Seconds to wait; 0 for a call that is let through. */
  const ask = async (method: string, path: string, address = '203.0.113.7', status = 200): Promise<number> => {
    try {
      const answered = await limiter.count(limitOf(method, path), address);
      answered(status);
      return 0;
    } catch (error) {
      return (error as { retryAfterSeconds: number }).retryAfterSeconds;
    }
  };
  const passing = async (times: number, ...call: Parameters<typeof ask>): Promise<number> => {
    let passed = 0;
    for (let turn = 0; turn < times; turn++) if ((await ask(...call)) === 0) passed += 1;
    return passed;
  };
  return { time, auth, ask, passing };
};

const publicCalls = [...Object.values<Call>(calls), versionCall].filter((call: DescribedCall) => call.access === 'public');

describe('the limits of a network', () => {
  it('apply to every call without a session, and to no other', async () => {
    expect(publicCalls.length).toBeGreaterThanOrEqual(12);
    for (const { networkLimit } of publicCalls) {
      const limiter = new NetworkLimiter({ monotonic: () => 0, enabled: true, ask: sharesOfAuth(() => 0).ask });
      const { most } = networkLimits[networkLimit ?? 'links'];
      let refused = 0;
      for (let turn = 0; turn < most + 10; turn += 1)
        try {
          await limiter.count(networkLimit, '203.0.113.7');
        } catch {
          refused += 1;
        }
      expect([networkLimit, refused]).toEqual([networkLimit, 10]);
    }
    for (const call of Object.values<Call>(calls))
      expect([call.id, limitOf(call.method, call.path) !== undefined]).toEqual([call.id, call.access === 'public']);
  });

  it.each([
    ['POST', '/auth/login', 1_200],
    ['GET', `/reviews/calendars/u1.c1.${'s'.repeat(43)}.ics`, 600],
    ['POST', '/reviews/reminders/a-token/unsubscribe', 3_000],
    ['GET', '/study-materials/m1/pictures/p1', 12_000],
    ['POST', '/subscription/webhook', 6_000],
  ])('%s %s: %i a minute', async (method, path, perMinute) => {
    const { time, passing, ask } = make();
    expect(await passing(perMinute + 50, method, path)).toBe(perMinute);
    expect(await ask(method, path, '203.0.113.8')).toBe(0);
    time.now += 60_000;
    expect(await ask(method, path)).toBe(0);
  });

  it.each([
    ['POST', '/auth/register', 60],
    ['POST', '/auth/forgot-password', 120],
    ['POST', '/auth/resend-verification', 120],
    ['GET', '/auth/verify-email/a-token', 600],
    ['POST', '/auth/verify-email/a-token', 600],
    ['POST', '/auth/reset-password/a-token', 600],
  ])('%s %s: %i an hour', async (method, path, perHour) => {
    const { passing, ask } = make();
    expect(await passing(perHour + 50, method, path)).toBe(perHour);
    expect(await ask(method, path, '203.0.113.8')).toBe(0);
  });

  it('name the time to wait, and start again after the hour', async () => {
    const { time, ask, passing } = make();
    await ask('POST', '/auth/register');
    time.now += 600_000;
    expect(await passing(100, 'POST', '/auth/register')).toBe(59);
    expect(await ask('POST', '/auth/register')).toBe(3_000);
    time.now += 3_000_000;
    expect(await passing(100, 'POST', '/auth/register')).toBe(60);
  });

  it('count all calls with links together, and a household’s addresses as one', async () => {
    const { ask, passing } = make();
    const links = [
      ['GET', '/auth/verify-email/a'],
      ['POST', '/auth/verify-email/b'],
      ['POST', '/auth/reset-password/c'],
    ] as const;
    const passed: number[] = [];
    for (let index = 0; index < 700; index++) {
      const [method, path] = links[index % 3] ?? links[0];
      passed.push(await ask(method, path, `2001:db8:1:2::${index.toString(16)}`));
    }
    expect(passed.filter((wait) => wait === 0)).toHaveLength(600);
    expect(await passing(1, 'POST', '/auth/register', '2001:db8:1:2::1')).toBe(1);
  });

  it('do not count invalid registrations, but count invalid links', async () => {
    const { passing } = make();
    expect(await passing(500, 'POST', '/auth/register', '203.0.113.7', 400)).toBe(500);
    expect(await passing(500, 'POST', '/auth/register', '203.0.113.7', 409)).toBe(60);
    expect(await passing(700, 'POST', '/auth/reset-password/junk', '203.0.113.7', 400)).toBe(600);
  });

  it('do not count an invalid registration that opened the window, although time passes', async () => {
    const { passing } = make(undefined, 1);
    expect(await passing(1, 'POST', '/auth/register', '203.0.113.7', 400)).toBe(1);
    expect(await passing(100, 'POST', '/auth/register')).toBe(60);
  });

  it('apply to no call with a session, and to none that the contract does not have', async () => {
    const { passing } = make();
    for (const [method, path] of [
      ['GET', '/auth/user'],
      ['GET', '/auth/register'],
      ['POST', '/auth/register/x'],
    ] as const)
      expect(await passing(1_000, method, path)).toBe(1_000);
  });

  it('ask nobody about a network whose calls are invalid, one after the other', async () => {
    const { auth, passing } = make();
    await passing(500, 'POST', '/auth/register', '203.0.113.7', 400);
    expect(auth.state.asked).toBe(0);
  });

  it('keep a limited number of networks, the latest', async () => {
    const { passing, ask, auth } = make(10);
    await passing(60, 'POST', '/auth/register', '198.51.100.1');
    for (let index = 0; index < 8; index++) await ask('POST', '/auth/register', `203.0.113.${index}`);
    expect(await ask('POST', '/auth/register', '198.51.100.1')).toBeGreaterThan(0);
    for (let index = 8; index < 20; index++) await ask('POST', '/auth/register', `203.0.113.${index}`);
    // It begins anew with the free share; auth knows the rest.
    expect(await passing(20, 'POST', '/auth/register', '198.51.100.1')).toBe(3);
    expect(auth.taken('registrations', '198.51.100.1')).toBeGreaterThanOrEqual(60);
  });

  it('can be switched off for benchmarks', () => {
    const limiter = new NetworkLimiter({ monotonic: () => 0, enabled: false, ask: sharesOfAuth(() => 0).ask });
    for (let call = 0; call < 1_000; call++) expect(() => limiter.count(limitOf('POST', '/auth/register'), '203.0.113.7')).not.toThrow();
  });
});
