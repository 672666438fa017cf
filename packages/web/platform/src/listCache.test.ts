import { listCache, optimistically } from './listCache';
import { queryClient } from './queryClient';

const thing = (_id: string, name = _id) => ({ _id, name });
const pages = (...lists: ReturnType<typeof thing>[][]) => ({
  pages: lists.map((items, index) => ({ items, next: String(index) })),
  pageParams: lists.map((_list, index) => index),
});

beforeEach(() => {
  queryClient.clear();
  queryClient.setQueryData(['folders'], [thing('b'), thing('a')]);
  queryClient.setQueryData(['folders', { q: 'x' }], pages([thing('d'), thing('c')], [thing('b')]));
  queryClient.setQueryData(['folders', 'f1'], thing('b'));
  queryClient.setQueryData(['quizzes'], [thing('b')]);
});

const untouched = () => {
  expect(queryClient.getQueryData(['folders', 'f1'])).toEqual(thing('b'));
  expect(queryClient.getQueryData(['quizzes'])).toEqual([thing('b')]);
};

test('§4 Lists: new things go to the front', () => {
  listCache.prepend(['folders'], thing('e'));
  expect(queryClient.getQueryData(['folders'])).toEqual([thing('e'), thing('b'), thing('a')]);
  expect(queryClient.getQueryData(['folders', { q: 'x' }])).toEqual(pages([thing('e'), thing('d'), thing('c')], [thing('b')]));
  untouched();
});

test('a thing that is there already moves instead of standing twice', () => {
  listCache.prepend(['folders'], thing('b', 'new'));
  expect(queryClient.getQueryData(['folders'])).toEqual([thing('b', 'new'), thing('a')]);
  expect(queryClient.getQueryData(['folders', { q: 'x' }])).toEqual(pages([thing('b', 'new'), thing('d'), thing('c')], []));
});

test('§4 Lists: an update replaces by id', () => {
  listCache.replace(['folders'], thing('b', 'new'));
  expect(queryClient.getQueryData(['folders'])).toEqual([thing('b', 'new'), thing('a')]);
  expect(queryClient.getQueryData(['folders', { q: 'x' }])).toEqual(pages([thing('d'), thing('c')], [thing('b', 'new')]));
  listCache.replace(['folders'], thing('unknown'));
  expect(queryClient.getQueryData(['folders'])).toHaveLength(2);
  untouched();
});

test('§4 Lists: a deletion removes by id', () => {
  listCache.remove(['folders'], 'b');
  expect(queryClient.getQueryData(['folders'])).toEqual([thing('a')]);
  expect(queryClient.getQueryData(['folders', { q: 'x' }])).toEqual(pages([thing('d'), thing('c')], []));
  untouched();
});

test('lists that were never read stay undefined', () => {
  listCache.prepend(['flashcards'], thing('a'));
  expect(queryClient.getQueryData(['flashcards'])).toBeUndefined();
});

describe('edit', () => {
  const list = ['folders', { q: 'x' }];
  const isMeant = ({ _id }: { _id: string }) => _id === 'b';

  test('changes every list below the key; its rollback puts each item back where it was', () => {
    const before = [queryClient.getQueryData(['folders']), queryClient.getQueryData(list)];
    const rollback = listCache.edit<ReturnType<typeof thing>>(['folders'], isMeant, (item) => ({ ...item, name: 'new' }));
    expect(queryClient.getQueryData(['folders'])).toEqual([thing('b', 'new'), thing('a')]);
    expect(queryClient.getQueryData(list)).toEqual(pages([thing('d'), thing('c')], [thing('b', 'new')]));
    untouched();
    rollback();
    expect([queryClient.getQueryData(['folders']), queryClient.getQueryData(list)]).toEqual(before);
  });

  test('a rollback keeps what was changed after the edit', () => {
    const rollback = listCache.remove(['folders'], 'c');
    listCache.remove(['folders'], 'd');
    rollback();
    expect(queryClient.getQueryData(list)).toEqual(pages([thing('c')], [thing('b')]));
  });
});

describe('optimistically', () => {
  const show = () => listCache.remove(['folders'], 'b');

  test('shows the change before the answer and keeps it', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const work = optimistically([['folders']], show, () => promise);
    await new Promise((done) => setTimeout(done));
    expect(queryClient.getQueryData(['folders'])).toEqual([thing('a')]);
    resolve('done');
    await expect(work).resolves.toBe('done');
    expect(queryClient.getQueryData(['folders'])).toEqual([thing('a')]);
  });

  test('rolls back when the call fails, and throws its error', async () => {
    await expect(optimistically([['folders']], show, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    expect(queryClient.getQueryData(['folders'])).toEqual([thing('b'), thing('a')]);
  });
});
