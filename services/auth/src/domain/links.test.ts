import { authOn } from '../testing/authOn.ts';
import { countTry, findLink, isLinkOfPassword, linkOfSeed, linkToken, makeLink, uncountTry, useLink } from './links.ts';

const u1 = { _id: 'u1', passwordHash: 'a hash' };

describe('mailed links', () => {
  it('work once, and their token is not stored', async () => {
    const { auth } = authOn();
    await makeLink(auth, 'verify', u1);
    const token = linkToken(auth, 'verify', 'seed-1');
    expect(JSON.stringify(await auth.store.links.find('byUser', { equals: { userId: 'u1' } }))).not.toContain(token);
    expect(await findLink(auth, 'verify', token)).toMatchObject({ userId: 'u1' });
    await useLink(auth, 'verify', token);
    await expect(findLink(auth, 'verify', token)).rejects.toMatchObject({ code: 'link_invalid' });
    await expect(useLink(auth, 'verify', token)).rejects.toMatchObject({ code: 'link_invalid' });
  });

  it.each([
    ['verify', 24],
    ['reset', 1],
  ] as const)('of the kind %s end after %i h', async (kind, hours) => {
    const { auth, time } = authOn();
    await makeLink(auth, kind, u1);
    const made = time.now.getTime();
    time.now = new Date(made + hours * 3_600_000 + 1);
    const token = linkToken(auth, kind, 'seed-1');
    expect(await linkOfSeed(auth, kind, 'seed-1')).toBeUndefined();
    await expect(findLink(auth, kind, token)).rejects.toMatchObject({ code: 'link_invalid' });
    await expect(useLink(auth, kind, token)).rejects.toMatchObject({ code: 'link_invalid' });
    time.now = new Date(made + hours * 3_600_000);
    expect(await linkOfSeed(auth, kind, 'seed-1')).toMatchObject({ userId: 'u1' });
    await useLink(auth, kind, token);
  });

  it('end when a new one of their kind is created, and are valid for their kind only', async () => {
    const { auth } = authOn();
    await makeLink(auth, 'reset', u1);
    await makeLink(auth, 'verify', u1);
    await makeLink(auth, 'reset', u1);
    const tokens = [1, 2, 3].map((seed) => linkToken(auth, seed === 2 ? 'verify' : 'reset', `seed-${seed}`));
    await expect(findLink(auth, 'reset', tokens[0] ?? '')).rejects.toMatchObject({ code: 'link_invalid' });
    await expect(findLink(auth, 'reset', tokens[1] ?? '')).rejects.toMatchObject({ code: 'link_invalid' });
    await expect(useLink(auth, 'reset', tokens[1] ?? '')).rejects.toMatchObject({ code: 'link_invalid' });
    expect(await findLink(auth, 'verify', tokens[1] ?? '')).toMatchObject({ userId: 'u1' });
    expect(await findLink(auth, 'reset', tokens[2] ?? '')).toMatchObject({ userId: 'u1' });
  });

  it('of one registration do not end those of another', async () => {
    const { auth } = authOn();
    for (const registration of ['r1', 'r2', 'r1']) await makeLink(auth, 'verify', u1, registration);
    expect(await linkOfSeed(auth, 'verify', 'seed-1')).toBeUndefined();
    expect(await linkOfSeed(auth, 'verify', 'seed-2')).toMatchObject({ registrationId: 'r2' });
    expect(await linkOfSeed(auth, 'verify', 'seed-3')).toMatchObject({ registrationId: 'r1' });
  });

  it('accept ten tries of a password, also at once', async () => {
    const { auth } = authOn();
    await makeLink(auth, 'verify', u1, 'r1');
    const token = linkToken(auth, 'verify', 'seed-1');
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => countTry(auth, 'verify', token)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    await uncountTry(auth, token);
    await countTry(auth, 'verify', token);
    await expect(countTry(auth, 'verify', token)).rejects.toMatchObject({ code: 'link_invalid' });
  });

  it('created twenty at once leave one valid link', async () => {
    const { auth } = authOn();
    await Promise.all(Array.from({ length: 20 }, () => makeLink(auth, 'reset', u1)));
    expect(await auth.store.links.count('byUser', { userId: 'u1', kind: 'reset' })).toBe(1);
  });

  it('are bound to the password of their account', async () => {
    const { auth } = authOn();
    await makeLink(auth, 'reset', u1);
    const link = await findLink(auth, 'reset', linkToken(auth, 'reset', 'seed-1'));
    expect(isLinkOfPassword(link, u1)).toBe(true);
    expect(isLinkOfPassword(link, { ...u1, passwordHash: 'another' })).toBe(false);
  });
});
