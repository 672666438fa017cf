import { memoryStore } from '@lectern/document-store/testing';
import { attemptsCollection } from '../store.ts';
import { createLoginGuard } from './createLoginGuard.ts';

const make = () => {
  const time = { now: new Date('2026-03-05T10:00:00Z') };
  return { time, guard: createLoginGuard(memoryStore([attemptsCollection]), () => time.now, true) };
};
const fail = (guard: ReturnType<typeof createLoginGuard>, email: string, address: string) =>
  guard.begin(email, address).then(
    () => 'failed',
    (error: { code: string }) => error.code,
  );

describe('the guard of sign-ins', () => {
  it('lets ten failures through for an address from one network, however many come at once', async () => {
    const { guard } = make();
    const results = await Promise.all(Array.from({ length: 15 }, () => fail(guard, 'a@x.example', '203.0.113.7')));
    expect(results.filter((result) => result === 'failed')).toHaveLength(10);
    expect(await fail(guard, 'a@x.example', '198.51.100.1')).toBe('failed');
    expect(await fail(guard, 'b@x.example', '203.0.113.7')).toBe('failed');
  });

  it('counts an IPv6 network, not each of its addresses', async () => {
    const { guard } = make();
    for (let index = 0; index < 10; index++) expect(await fail(guard, 'a@x.example', `2001:db8:1:2::${index.toString(16)}`)).toBe('failed');
    expect(await fail(guard, 'a@x.example', '2001:0db8:0001:0002:ffff::1')).toBe('rate_limited');
    expect(await fail(guard, 'a@x.example', '2001:db8:1:3::1')).toBe('failed');
  });

  it('lets a hundred failures through for a network over all addresses', async () => {
    const { guard } = make();
    for (let index = 0; index < 100; index++) expect(await fail(guard, `${index}@x.example`, '203.0.113.7')).toBe('failed');
    expect(await fail(guard, 'another@x.example', '203.0.113.7')).toBe('rate_limited');
  });

  it('does not count what succeeds, and forgets after 15 minutes', async () => {
    const { guard, time } = make();
    for (let index = 0; index < 30; index++) await (await guard.begin('a@x.example', '203.0.113.7')).succeeded();
    for (let index = 0; index < 10; index++) await fail(guard, 'a@x.example', '203.0.113.7');
    await expect(guard.begin('a@x.example', '203.0.113.7')).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 900 });
    time.now = new Date(time.now.getTime() + 15 * 60_000 + 1);
    expect(await fail(guard, 'a@x.example', '203.0.113.7')).toBe('failed');
  });
});
