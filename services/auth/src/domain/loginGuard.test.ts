import type { DomainError } from '@lectern/service-kit';
import type { AuthContext } from '../AuthContext.ts';
import { authOn } from '../testing/authOn.ts';
import { beginLogin } from './loginGuard.ts';

const make = () => {
  const { auth, time } = authOn();
  return { auth, time, rows: async () => (await auth.store.attempts.find('_id', { limit: 1000 })).length };
};
const unknown = async () => false;
const known = async () => true;
const fail = (auth: AuthContext, email: string, address: string, isKnownHere = unknown) =>
  beginLogin(auth, email, address, isKnownHere).then(
    ({ refusal }) => refusal?.code ?? 'failed',
    (error: DomainError) => error.code,
  );
const campus = '203.0.113.7';

describe('the guard of sign-ins', () => {
  it('allows ten failures for an address from one network, also at once', async () => {
    const { auth } = make();
    const results = await Promise.all(Array.from({ length: 15 }, () => fail(auth, 'a@x.example', campus)));
    expect(results.filter((result) => result === 'failed')).toHaveLength(10);
    expect(await fail(auth, 'a@x.example', '198.51.100.1')).toBe('failed');
    expect(await fail(auth, 'b@x.example', campus)).toBe('failed');
  });

  it('counts an IPv6 network, not each of its addresses', async () => {
    const { auth } = make();
    for (let index = 0; index < 10; index++) expect(await fail(auth, 'a@x.example', `2001:db8:1:2::${index.toString(16)}`)).toBe('failed');
    expect(await fail(auth, 'a@x.example', '2001:0db8:0001:0002:ffff::1')).toBe('rate_limited');
    expect(await fail(auth, 'a@x.example', '2001:db8:1:3::1')).toBe('failed');
  });

  it('allows a hundred failures of a network over all addresses, also at once', async () => {
    const { auth } = make();
    const results = await Promise.all(Array.from({ length: 150 }, (_, index) => fail(auth, `${index}@x.example`, campus)));
    expect(results.filter((result) => result === 'failed')).toHaveLength(100);
    expect(await fail(auth, 'another@x.example', campus)).toBe('rate_limited');
    expect(await fail(auth, 'another@x.example', '198.51.100.1')).toBe('failed');
  });

  it('stores nothing for addresses that a blocked network tries', async () => {
    const { auth, rows } = make();
    for (let index = 0; index < 100; index++) await fail(auth, `${index}@x.example`, campus);
    const before = await rows();
    for (let index = 0; index < 200; index++) await fail(auth, `more-${index}@x.example`, campus);
    expect(await rows()).toBe(before);
  });

  it('lets known accounts of a blocked network in, under their own limit, and refuses wrong passwords alike', async () => {
    const { auth } = make();
    for (let index = 0; index < 100; index++) await fail(auth, `${index}@x.example`, campus);
    for (let index = 0; index < 30; index++) await (await beginLogin(auth, 'owner@x.example', campus, known)).takeBack();
    const stranger = await beginLogin(auth, 'stranger@x.example', campus, unknown).catch((error: unknown) => error);
    const guesses = [];
    for (let index = 0; index < 10; index++) guesses.push((await beginLogin(auth, 'owner@x.example', campus, known)).refusal);
    for (const refusal of guesses) expect(refusal).toEqual(stranger);
    expect(await beginLogin(auth, 'owner@x.example', campus, known).catch((error: DomainError) => error.code)).toBe('rate_limited');
  });

  it('looks whether an account is known only when needed', async () => {
    const { auth } = make();
    const isKnownHere = jest.fn(known);
    expect(await fail(auth, 'a@x.example', campus, isKnownHere)).toBe('failed');
    expect(isKnownHere).not.toHaveBeenCalled();
  });

  it('does not count successes, and forgets failures after 15 minutes', async () => {
    const { auth, time } = make();
    for (let index = 0; index < 120; index++) await (await beginLogin(auth, 'a@x.example', campus, unknown)).takeBack();
    for (let index = 0; index < 10; index++) await fail(auth, 'a@x.example', campus);
    await expect(beginLogin(auth, 'a@x.example', campus, unknown)).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 900 });
    time.now = new Date(time.now.getTime() + 15 * 60_000 + 1);
    expect(await fail(auth, 'a@x.example', campus)).toBe('failed');
  });
});
