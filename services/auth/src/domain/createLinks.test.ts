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
  it('work once, and their token is not stored', async () => {
    const { links, store } = make();
    await links.make('verify', u1);
    const token = links.tokenOf('verify', 'seed-1');
    expect(JSON.stringify(await store.collection(linksCollection).find('byUser', { equals: { userId: 'u1' } }))).not.toContain(token);
    expect(await links.find('verify', token)).toMatchObject({ userId: 'u1' });
    await links.use('verify', token);
    await expect(links.find('verify', token)).rejects.toMatchObject({ code: 'link_invalid' });
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
    const token = links.tokenOf(kind, 'seed-1');
    expect(await links.ofSeed(kind, 'seed-1')).toBeUndefined();
    await expect(links.find(kind, token)).rejects.toMatchObject({ code: 'link_invalid' });
    await expect(links.use(kind, token)).rejects.toMatchObject({ code: 'link_invalid' });
    time.now = new Date(made + hours * 3_600_000);
    expect(await links.ofSeed(kind, 'seed-1')).toMatchObject({ userId: 'u1' });
    await links.use(kind, token);
  });

  it('end when a new one of their kind is created, and are valid for their kind only', async () => {
    const { links } = make();
    await links.make('reset', u1);
    await links.make('verify', u1);
    await links.make('reset', u1);
    const tokens = [1, 2, 3].map((seed) => links.tokenOf(seed === 2 ? 'verify' : 'reset', `seed-${seed}`));
    await expect(links.find('reset', tokens[0] ?? '')).rejects.toMatchObject({ code: 'link_invalid' });
    await expect(links.find('reset', tokens[1] ?? '')).rejects.toMatchObject({ code: 'link_invalid' });
    await expect(links.use('reset', tokens[1] ?? '')).rejects.toMatchObject({ code: 'link_invalid' });
    expect(await links.find('verify', tokens[1] ?? '')).toMatchObject({ userId: 'u1' });
    expect(await links.find('reset', tokens[2] ?? '')).toMatchObject({ userId: 'u1' });
  });

  it('of one registration do not end those of another', async () => {
    const { links } = make();
    for (const registration of ['r1', 'r2', 'r1']) await links.make('verify', u1, registration);
    expect(await links.ofSeed('verify', 'seed-1')).toBeUndefined();
    expect(await links.ofSeed('verify', 'seed-2')).toMatchObject({ registrationId: 'r2' });
    expect(await links.ofSeed('verify', 'seed-3')).toMatchObject({ registrationId: 'r1' });
  });

  it('accept ten tries of a password, also at once', async () => {
    const { links } = make();
    await links.make('verify', u1, 'r1');
    const token = links.tokenOf('verify', 'seed-1');
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => links.countTry('verify', token)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    await links.takeBackTry(token);
    await links.countTry('verify', token);
    await expect(links.countTry('verify', token)).rejects.toMatchObject({ code: 'link_invalid' });
  });

  it('created twenty at once leave one valid link', async () => {
    const { links, store } = make();
    await Promise.all(Array.from({ length: 20 }, () => links.make('reset', u1)));
    expect(await store.collection(linksCollection).count('byUser', { userId: 'u1', kind: 'reset' })).toBe(1);
  });

  it('are bound to the password of their account', async () => {
    const { links } = make();
    await links.make('reset', u1);
    const link = await links.find('reset', links.tokenOf('reset', 'seed-1'));
    expect(links.fits(link, u1)).toBe(true);
    expect(links.fits(link, { ...u1, passwordHash: 'another' })).toBe(false);
  });
});
