import { memoryStore } from '@lectern/document-store/testing';
import { linksCollection } from '../store.ts';
import { createLinks } from './createLinks.ts';

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
    await links.make('verify', 'u1');
    const token = links.tokenOf('verify', 'seed-1');
    expect(JSON.stringify(await store.collection(linksCollection).find('byUser', { equals: { userId: 'u1' } }))).not.toContain(token);
    expect(await links.use('verify', token)).toBe('u1');
    await expect(links.use('verify', token)).rejects.toMatchObject({ code: 'link_invalid' });
  });

  it.each([
    ['verify', 24],
    ['reset', 1],
  ] as const)('of the kind %s end after %i h', async (kind, hours) => {
    const { links, time } = make();
    await links.make(kind, 'u1');
    time.now = new Date(time.now.getTime() + hours * 3_600_000 + 1);
    await expect(links.use(kind, links.tokenOf(kind, 'seed-1'))).rejects.toMatchObject({ code: 'link_invalid' });
  });

  it('end when a new one of their kind is made, and fit their own kind only', async () => {
    const { links } = make();
    await links.make('verify', 'u1');
    await links.make('reset', 'u1');
    await links.make('verify', 'u1');
    await expect(links.use('verify', links.tokenOf('verify', 'seed-1'))).rejects.toMatchObject({ code: 'link_invalid' });
    await expect(links.use('verify', links.tokenOf('reset', 'seed-2'))).rejects.toMatchObject({ code: 'link_invalid' });
    expect(await links.use('reset', links.tokenOf('reset', 'seed-2'))).toBe('u1');
    expect(await links.use('verify', links.tokenOf('verify', 'seed-3'))).toBe('u1');
  });
});
