import { createCallLimiter } from './callLimiter.ts';

describe('the limit of calls', () => {
  it('lets 600 a minute through for each learner, then says how long to wait', () => {
    let now = new Date('2026-03-05T10:00:00Z');
    const limiter = createCallLimiter(() => now, true);
    for (let call = 0; call < 600; call++) expect(limiter.count('u1')).toBeUndefined();
    now = new Date(now.getTime() + 20_000);
    expect(limiter.count('u1')).toBe(40);
    expect(limiter.count('u2')).toBeUndefined();
    now = new Date(now.getTime() + 40_000);
    expect(limiter.count('u1')).toBeUndefined();
  });

  it('can be switched off for benchmarks', () => {
    const limiter = createCallLimiter(() => new Date(), false);
    for (let call = 0; call < 1_000; call++) expect(limiter.count('u1')).toBeUndefined();
  });
});
