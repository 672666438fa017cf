import { authOn } from '../testing/authOn.ts';
import { forgetNetworks, isNetworkKnown, rememberNetwork } from './knownNetworks.ts';

const day = 24 * 60 * 60 * 1000;
const make = () => {
  const { auth, time } = authOn();
  const pass = (ms: number) => (time.now = new Date(time.now.getTime() + ms));
  return { auth, pass, rows: () => auth.store.knownNetworks.find('_id', { limit: 1000 }) };
};

describe('networks that an account has signed in from', () => {
  it('are known for 90 days after the last sign-in, for this account only', async () => {
    const { auth, pass } = make();
    await rememberNetwork(auth, 'u1', '203.0.113.7');
    pass(60 * day);
    await rememberNetwork(auth, 'u1', '203.0.113.7');
    pass(90 * day);
    expect(await isNetworkKnown(auth, 'u1', '203.0.113.7')).toBe(true);
    expect(await isNetworkKnown(auth, 'u2', '203.0.113.7')).toBe(false);
    expect(await isNetworkKnown(auth, 'u1', '203.0.113.8')).toBe(false);
    pass(1);
    expect(await isNetworkKnown(auth, 'u1', '203.0.113.7')).toBe(false);
  });

  it('are one for an IPv6 household, and are stored as hashes only', async () => {
    const { auth, rows } = make();
    await rememberNetwork(auth, 'u1', '2001:db8:1:2::1');
    await rememberNetwork(auth, 'u1', '2001:db8:1:2::2');
    expect(await isNetworkKnown(auth, 'u1', '2001:db8:1:2::3')).toBe(true);
    expect(await rows()).toHaveLength(1);
    expect(JSON.stringify(await rows())).not.toContain('2001');
  });

  it('are limited to the latest thirty, and erased with the account', async () => {
    const { auth, pass, rows } = make();
    for (let index = 0; index < 40; index++) {
      await rememberNetwork(auth, 'u1', `203.0.113.${index}`);
      pass(1_000);
    }
    expect(await rows()).toHaveLength(30);
    expect(await isNetworkKnown(auth, 'u1', '203.0.113.9')).toBe(false);
    expect(await isNetworkKnown(auth, 'u1', '203.0.113.10')).toBe(true);
    await rememberNetwork(auth, 'u2', '203.0.113.1');
    await forgetNetworks(auth, 'u1');
    expect((await rows()).map(({ userId }) => userId)).toEqual(['u2']);
  });
});
