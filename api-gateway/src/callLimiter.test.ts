import { createCallLimiter } from './callLimiter.ts';

describe('the limit of calls', () => {
  it('allows 600 a minute for each learner, then names the time to wait', () => {
    let now = 1_000;
    const limiter = createCallLimiter(() => now, true);
    for (let call = 0; call < 600; call++) expect(limiter.count('u1')).toBeUndefined();
    now += 20_000;
    expect(limiter.count('u1')).toBe(40);
    expect(limiter.count('u2')).toBeUndefined();
    now += 40_000;
    expect(limiter.count('u1')).toBeUndefined();
  });

  it('can be switched off for benchmarks', () => {
    const limiter = createCallLimiter(() => 0, false);
    for (let call = 0; call < 1_000; call++) expect(limiter.count('u1')).toBeUndefined();
  });
});
