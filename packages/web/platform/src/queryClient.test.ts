import { calls } from '@lectern/contracts';
import { call } from './httpClient';
import { createQueryClient } from './queryClient';
import { signIn } from './session';
import { answer, installFakeApi, learner, networkError, resetPlatform, type FakeApi } from './testing';

let api: FakeApi;
beforeEach(() => {
  api = installFakeApi();
  signIn('t1', learner);
});
afterEach(() => {
  api.restore();
  resetPlatform();
});

test.each([
  ['a lost connection', networkError(), 2],
  ['500', answer(500, { code: 'internal' }), 2],
  ['503', answer(503, { code: 'unavailable' }), 2],
  ['429', answer(429, { code: 'rate_limited' }, { 'retry-after': '30' }), 1],
  ['404', answer(404, { code: 'not_found' }), 1],
  ['403', answer(403, { code: 'limit_reached', upgradeRequired: true }), 1],
])('a read that ends in %s is an error; only what may pass is tried again, once', async (_name, given, asked) => {
  api.on(calls.listFolders, given);
  const client = createQueryClient();
  const { queries } = client.getDefaultOptions();
  const read = client.fetchQuery({ ...queries, queryKey: ['folders'], queryFn: () => call(calls.listFolders), retryDelay: 0 });
  await expect(read).rejects.toMatchObject({ name: 'ApiError' });
  expect(api.received).toHaveLength(asked);
  client.clear();
});

test('a mutation is never retried', async () => {
  api.on(calls.createFolder, networkError());
  const client = createQueryClient();
  const change = client.getMutationCache().build(client, {
    ...client.getDefaultOptions().mutations,
    mutationFn: () => call(calls.createFolder, { body: { name: 'Biology' } }),
  });
  await expect(change.execute(undefined)).rejects.toMatchObject({ isNetwork: true });
  expect(api.received).toHaveLength(1);
  client.clear();
});
