import { StoreUnavailableError } from '@lectern/document-store';
import { memoryStore } from '@lectern/document-store/testing';
import { ShareLinks, endShare, shareLinksCollection } from './ShareLinks.ts';
import { creationOf } from './testing/creationOf.ts';

const ada = 'u1';
const quiz = { userId: ada, kind: 'quiz', id: 'q1' } as const;
const uncounted = (): void => undefined;
const secretIn = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';
const idOf = (number: number): string => `01956499-7000-7000-8000-${String(number).padStart(12, '0')}`;

const setUp = () => {
  const time = { now: new Date('2026-03-05T10:00:00Z') };
  const store = memoryStore([shareLinksCollection]);
  const call = jest.fn(async () => ({ firstName: 'Ada' }));
  const log = jest.fn();
  const options = { store, log, publicUrl: 'https://lectern.example', call: call as never, clock: () => time.now };
  const links = new ShareLinks({ ...options, secret: 'a secret of the tests' });
  let made = 0;
  const create = (request: Parameters<typeof links.create>[1] = {}, thing: Parameters<typeof links.create>[0] = quiz) =>
    links.create(thing, request, creationOf(idOf(++made)));
  return { time, store, log, call, options, links, create };
};

it('has an address that anyone can read, without the name of its owner', async () => {
  const { links, create, call } = setUp();
  const link = await create();
  expect(link).toEqual({
    url: expect.stringMatching(/^https:\/\/lectern\.example\/shared\/quiz\/[0-9a-f]{64}$/),
    createdAt: '2026-03-05T10:00:00.000Z',
    endsAt: null,
    showName: false,
    opens: 0,
    copies: 0,
  });
  const countOwner = jest.fn();
  expect(await links.find('quiz', secretIn(link.url), countOwner)).toEqual({ _id: 'q1', userId: ada, owner: null });
  expect(countOwner.mock.calls).toEqual([[ada]]);
  expect(call).not.toHaveBeenCalled();
});

it('shows the first name if its owner wants it', async () => {
  const { links, create } = setUp();
  const { url, showName } = await create({ showName: true });
  expect(showName).toBe(true);
  expect(await links.find('quiz', secretIn(url), uncounted)).toMatchObject({ owner: 'Ada' });
});

it('counts openings and copies, and counts anew for a new link', async () => {
  const { links, create } = setUp();
  const shared = await links.find('quiz', secretIn((await create()).url), uncounted);
  await links.count(shared, 'opens');
  await links.count(shared, 'opens');
  await links.count(shared, 'copies');
  expect(await links.get(ada, 'q1')).toMatchObject({ opens: 2, copies: 1 });
  expect(await create()).toMatchObject({ opens: 0, copies: 0 });
});

it('is shown although a full disk does not take the count', async () => {
  const { store, log, links, create } = setUp();
  const shared = await links.find('quiz', secretIn((await create()).url), uncounted);
  const error = new StoreUnavailableError('The disk is full.');
  jest.spyOn(store.collection(shareLinksCollection), 'update').mockRejectedValueOnce(error);
  await links.count(shared, 'opens');
  expect(log).toHaveBeenCalledWith('warn', 'share.not-counted', { error });
});

it('ends when it is replaced, revoked, over, or its account is erased', async () => {
  const { time, links, create } = setUp();
  const find = (url: string) => links.find('quiz', secretIn(url), uncounted);
  const first = await create();
  const second = await create({ endsAt: '2026-03-05T11:00:00Z' });
  await expect(find(first.url)).rejects.toMatchObject({ code: 'not_found' });
  expect(await find(second.url)).toMatchObject({ _id: 'q1' });
  time.now = new Date('2026-03-05T11:00:00Z');
  await expect(find(second.url)).rejects.toMatchObject({ code: 'not_found' });
  const third = await create();
  expect(await endShare(links, ada, 'q1')).toEqual({ _id: 'q1' });
  await expect(find(third.url)).rejects.toMatchObject({ code: 'not_found' });
  await expect(endShare(links, ada, 'q1')).rejects.toMatchObject({ code: 'not_found' });
  await expect(links.get(ada, 'q1')).rejects.toMatchObject({ code: 'not_found' });
  const fourth = await create();
  await links.erase(ada);
  await expect(find(fourth.url)).rejects.toMatchObject({ code: 'not_found' });
});

it('is over at once with an end that is past', async () => {
  const { links, create } = setUp();
  const { url } = await create({ endsAt: '2026-03-05T10:00:00Z' });
  await expect(links.find('quiz', secretIn(url), uncounted)).rejects.toMatchObject({ code: 'not_found' });
});

it('is the same link for an attempt that continues', async () => {
  const { links } = setUp();
  const made = await links.create(quiz, {}, creationOf(idOf(1)));
  await links.count({ userId: ada, _id: 'q1' }, 'opens');
  expect(await links.create(quiz, {}, { ...creationOf(idOf(1)), resumed: true })).toEqual({ ...made, opens: 1 });
});

it('is not found by guesses, which are refused before anything is read', async () => {
  const { store, options, links, create } = setUp();
  const secret = secretIn((await create()).url);
  const read = jest.spyOn(store.collection(shareLinksCollection), 'findOne');
  const guesses = [
    'q1',
    idOf(1),
    `${idOf(1).replaceAll('-', '')}${'a'.repeat(32)}`,
    secret.slice(0, -1),
    `${secret}a`,
    `${secret.slice(0, 63)}${secret.endsWith('0') ? '1' : '0'}`,
    '',
  ];
  for (const guess of guesses) await expect(links.find('quiz', guess, uncounted)).rejects.toMatchObject({ code: 'not_found' });
  // A secret is for one kind, and for one installation.
  await expect(links.find('deck', secret, uncounted)).rejects.toMatchObject({ code: 'not_found' });
  const others = new ShareLinks({ ...options, secret: 'the secret of another site' });
  await expect(others.find('quiz', secret, uncounted)).rejects.toMatchObject({ code: 'not_found' });
  expect(read).not.toHaveBeenCalled();
});

it('lists all links of a learner, and none of another', async () => {
  const { links, create } = setUp();
  await create({}, { ...quiz, id: 'q2' });
  await create({}, { ...quiz, kind: 'deck', id: 'd1' });
  await create({}, { ...quiz, userId: 'u2', id: 'q3' });
  expect((await links.list(ada)).map(({ kind, _id }) => `${kind} ${_id}`)).toEqual(['deck d1', 'quiz q2']);
});
