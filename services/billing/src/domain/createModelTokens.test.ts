import { memoryStore } from '@lectern/document-store/testing';
import { createDeletedAccounts, deletedAccountsCollection } from '@lectern/service-kit';
import { modelTokensCollection } from '../store.ts';
import { createModelTokens } from './createModelTokens.ts';

const setUp = () => {
  let now = new Date('2026-11-30T23:59:00Z');
  const store = memoryStore([modelTokensCollection, deletedAccountsCollection]);
  const deletedAccounts = createDeletedAccounts(store);
  const tokens = createModelTokens({ store, deletedAccounts, clock: () => now });
  return { store, deletedAccounts, tokens, at: (time: string) => (now = new Date(time)) };
};

it('counts a month of each learner and of the site, also where calls end at the same time', async () => {
  const { tokens, at } = setUp();
  await Promise.all([tokens.add('ada', 100), tokens.add('ada', 20), tokens.add('bob', 3)]);
  expect(await tokens.read('ada')).toEqual({ learner: 120, site: 123 });
  expect(await tokens.read('cleo')).toEqual({ learner: 0, site: 123 });
  at('2026-12-01T00:00:00Z');
  expect(await tokens.read('ada')).toEqual({ learner: 0, site: 0 });
});

it('keeps a count until the end of the next month, and none of a deleted account', async () => {
  const { store, tokens, deletedAccounts } = setUp();
  await tokens.add('ada', 100);
  expect(await store.collection(modelTokensCollection).get('2026-11/ada')).toMatchObject({ expiresAt: '2027-01-01T00:00:00.000Z' });
  await tokens.erase('ada');
  await deletedAccounts.add('ada');
  await tokens.add('ada', 50);
  expect(await tokens.read('ada')).toEqual({ learner: 0, site: 150 });
});
