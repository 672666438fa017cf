import { createNetworkLimiter } from './createNetworkLimiter.ts';
import { routeOf } from './routing.ts';

const limitOf = (method: string, path: string) => routeOf(method, path)?.call?.networkLimit;

const make = (mostNetworks?: number) => {
  const time = { now: 1_000 };
  const limiter = createNetworkLimiter(() => time.now, true, mostNetworks);
  /** Seconds to wait; 0 for a call that is let through. */
  const ask = (method: string, path: string, address = '203.0.113.7', status = 200): number => {
    try {
      limiter.count(limitOf(method, path), address)(status);
      return 0;
    } catch (error) {
      return (error as { retryAfterSeconds: number }).retryAfterSeconds;
    }
  };
  const passing = (times: number, ...call: Parameters<typeof ask>) =>
    Array.from({ length: times }, () => ask(...call)).filter((wait) => wait === 0).length;
  return { time, ask, passing };
};

describe('the limits of a network', () => {
  it.each([
    ['POST', '/auth/register', 60],
    ['POST', '/auth/forgot-password', 120],
    ['POST', '/auth/resend-verification', 120],
    ['GET', '/auth/verify-email/a-token', 600],
    ['POST', '/auth/verify-email/a-token', 600],
    ['POST', '/auth/reset-password/a-token', 600],
  ])('%s %s: %i an hour', (method, path, perHour) => {
    const { passing, ask } = make();
    expect(passing(perHour + 50, method, path)).toBe(perHour);
    expect(ask(method, path, '203.0.113.8')).toBe(0);
  });

  it('name the time to wait, and start again after the hour', () => {
    const { time, ask, passing } = make();
    ask('POST', '/auth/register');
    time.now += 600_000;
    expect(passing(100, 'POST', '/auth/register')).toBe(59);
    expect(ask('POST', '/auth/register')).toBe(3_000);
    time.now += 3_000_000;
    expect(passing(100, 'POST', '/auth/register')).toBe(60);
  });

  it('count all calls with links together, and a household’s addresses as one', () => {
    const { ask, passing } = make();
    const links = [
      ['GET', '/auth/verify-email/a'],
      ['POST', '/auth/verify-email/b'],
      ['POST', '/auth/reset-password/c'],
    ] as const;
    const passed = Array.from({ length: 700 }, (_, index) => {
      const [method, path] = links[index % 3] ?? links[0];
      return ask(method, path, `2001:db8:1:2::${index.toString(16)}`);
    });
    expect(passed.filter((wait) => wait === 0)).toHaveLength(600);
    expect(passing(1, 'POST', '/auth/register', '2001:db8:1:2::1')).toBe(1);
  });

  it('do not count invalid registrations, but count invalid links', () => {
    const { passing } = make();
    expect(passing(500, 'POST', '/auth/register', '203.0.113.7', 400)).toBe(500);
    expect(passing(500, 'POST', '/auth/register', '203.0.113.7', 409)).toBe(60);
    expect(passing(700, 'POST', '/auth/reset-password/junk', '203.0.113.7', 400)).toBe(600);
  });

  it('apply to no other call', () => {
    const { passing } = make();
    for (const [method, path] of [
      ['POST', '/auth/login'],
      ['GET', '/auth/user'],
      ['GET', '/auth/register'],
      ['POST', '/auth/register/x'],
    ] as const)
      expect(passing(1_000, method, path)).toBe(1_000);
  });

  it('keep a limited number of networks, the latest', () => {
    const { passing, ask } = make(10);
    passing(60, 'POST', '/auth/register', '198.51.100.1');
    for (let index = 0; index < 8; index++) ask('POST', '/auth/register', `203.0.113.${index}`);
    expect(ask('POST', '/auth/register', '198.51.100.1')).toBeGreaterThan(0);
    for (let index = 8; index < 20; index++) ask('POST', '/auth/register', `203.0.113.${index}`);
    expect(ask('POST', '/auth/register', '198.51.100.1')).toBe(0);
  });

  it('can be switched off for benchmarks', () => {
    const limiter = createNetworkLimiter(() => 0, false);
    for (let call = 0; call < 1_000; call++) expect(() => limiter.count(limitOf('POST', '/auth/register'), '203.0.113.7')).not.toThrow();
  });
});
