import { memoryStore } from '@lectern/document-store/testing';
import { knownNetworksCollection } from '../store.ts';
import { createKnownNetworks } from './createKnownNetworks.ts';

const day = 24 * 60 * 60 * 1000;
const make = () => {
  const time = { now: new Date('2026-03-05T10:00:00Z') };
  const store = memoryStore([knownNetworksCollection]);
  const networks = createKnownNetworks(store, 'a secret', () => time.now);
  const pass = (ms: number) => (time.now = new Date(time.now.getTime() + ms));
  return { networks, pass, rows: () => store.collection(knownNetworksCollection).find('_id', { limit: 1000 }) };
};

describe('networks that an account has signed in from', () => {
  it('are known for 90 days after the last sign-in, for this account only', async () => {
    const { networks, pass } = make();
    await networks.remember('u1', '203.0.113.7');
    pass(60 * day);
    await networks.remember('u1', '203.0.113.7');
    pass(90 * day);
    expect(await networks.has('u1', '203.0.113.7')).toBe(true);
    expect(await networks.has('u2', '203.0.113.7')).toBe(false);
    expect(await networks.has('u1', '203.0.113.8')).toBe(false);
    pass(1);
    expect(await networks.has('u1', '203.0.113.7')).toBe(false);
  });

  it('are one for an IPv6 household, and are stored as hashes only', async () => {
    const { networks, rows } = make();
    await networks.remember('u1', '2001:db8:1:2::1');
    await networks.remember('u1', '2001:db8:1:2::2');
    expect(await networks.has('u1', '2001:db8:1:2::3')).toBe(true);
    expect(await rows()).toHaveLength(1);
    expect(JSON.stringify(await rows())).not.toContain('2001');
  });

  it('are limited to the latest thirty, and erased with the account', async () => {
    const { networks, pass, rows } = make();
    for (let index = 0; index < 40; index++) {
      await networks.remember('u1', `203.0.113.${index}`);
      pass(1_000);
    }
    expect(await rows()).toHaveLength(30);
    expect(await networks.has('u1', '203.0.113.9')).toBe(false);
    expect(await networks.has('u1', '203.0.113.10')).toBe(true);
    await networks.remember('u2', '203.0.113.1');
    await networks.erase('u1');
    expect((await rows()).map(({ userId }) => userId)).toEqual(['u2']);
  });
});
