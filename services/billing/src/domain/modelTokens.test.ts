import { memoryStore } from '@lectern/document-store/testing';
import { allCollections, modelTokensCollection } from '../store.ts';
import { fakeProvider } from '../testing/fakeProvider.ts';
import { billingOn } from '../testing/billingOn.ts';
import { addModelTokens, eraseModelTokens, readModelTokens } from './modelTokens.ts';

const setUp = () => {
  let now = new Date('2026-11-30T23:59:00Z');
  const store = memoryStore(allCollections);
  const billing = billingOn(store, fakeProvider().payments, () => now);
  return { store, billing, at: (time: string) => (now = new Date(time)) };
};

it('counts a month of each learner and of the site, also where calls end at the same time', async () => {
  const { billing, at } = setUp();
  await Promise.all([addModelTokens(billing, 'ada', 100), addModelTokens(billing, 'ada', 20), addModelTokens(billing, 'bob', 3)]);
  expect(await readModelTokens(billing, 'ada')).toEqual({ learner: 120, site: 123 });
  expect(await readModelTokens(billing, 'cleo')).toEqual({ learner: 0, site: 123 });
  at('2026-12-01T00:00:00Z');
  expect(await readModelTokens(billing, 'ada')).toEqual({ learner: 0, site: 0 });
});

it('keeps a count until the end of the next month, and none of a deleted account', async () => {
  const { store, billing } = setUp();
  await addModelTokens(billing, 'ada', 100);
  expect(await store.collection(modelTokensCollection).get('2026-11/ada')).toMatchObject({ expiresAt: '2027-01-01T00:00:00.000Z' });
  await eraseModelTokens(billing, 'ada');
  await billing.deletedAccounts.add('ada');
  await addModelTokens(billing, 'ada', 50);
  expect(await readModelTokens(billing, 'ada')).toEqual({ learner: 0, site: 150 });
});
