import { memoryStore } from '@lectern/document-store/testing';
import { linksCollection } from '../store.ts';
import { createLinks } from './createLinks.ts';

const u1 = { _id: 'u1', passwordHash: 'a hash' };
const make = () => {
  const time = { now: new Date('2026-03-05T10:00:00Z') };
  const store = memoryStore([linksCollection]);
  let seeds = 0;
  const links = createLinks(
    store,
    'a secret',
    () => time.now,
    () => `seed-${++seeds}`,
  );
  return { time, links, store };
};

describe('mailed links', () => {
  it('work once, and the token is nowhere stored', async () => {
    const { links, store } = make();
    await links.make('verify', u1);
    const token = links.tokenOf('verify', 'seed-1');
    expect(JSON.stringify(await store.collection(linksCollection).find('byUser', { equals: { userId: 'u1' } }))).not.toContain(token);
    expect(await links.use('verify', token)).toMatchObject({ userId: 'u1' });
    await expect(links.use('verify', token)).rejects.toMatchObject({ code: 'link_invalid' });
  });

  it.each([
    ['verify', 24],
    ['reset', 1],
  ] as const)('of the kind %s end after %i h', async (kind, hours) => {
    const { links, time } = make();
    await links.make(kind, u1);
    const made = time.now.getTime();
    time.now = new Date(made + hours * 3_600_000 + 1);
    expect(await links.isOpen(kind, 'seed-1')).toBe(false);
    await expect(links.use(kind, links.tokenOf(kind, 'seed-1'))).rejects.toMatchObject({ code: 'link_invalid' });
    time.now = new Date(made + hours * 3_600_000);
    expect(await links.use(kind, links.tokenOf(kind, 'seed-1'))).toMatchObject({ userId: 'u1' });
  });

  it('end when a new one of their kind is made, and fit their own kind only', async () => {
    const { links } = make();
    await links.make('verify', u1);
    await links.make('reset', u1);
    await links.make('verify', u1);
    await expect(links.use('verify', links.tokenOf('verify', 'seed-1'))).rejects.toMatchObject({ code: 'link_invalid' });
    await expect(links.use('verify', links.tokenOf('reset', 'seed-2'))).rejects.toMatchObject({ code: 'link_invalid' });
    expect(await links.use('reset', links.tokenOf('reset', 'seed-2'))).toMatchObject({ userId: 'u1' });
    expect(await links.use('verify', links.tokenOf('verify', 'seed-3'))).toMatchObject({ userId: 'u1' });
  });

  it('made twenty at once leave one that works', async () => {
    const { links, store } = make();
    await Promise.all(Array.from({ length: 20 }, () => links.make('reset', u1)));
    expect(await store.collection(linksCollection).count('byUser', { userId: 'u1', kind: 'reset' })).toBe(1);
  });

  it('know the password that the account had', async () => {
    const { links } = make();
    await links.make('reset', u1);
    const link = await links.use('reset', links.tokenOf('reset', 'seed-1'));
    expect(links.fits(link, u1)).toBe(true);
    expect(links.fits(link, { ...u1, passwordHash: 'another' })).toBe(false);
  });
});
