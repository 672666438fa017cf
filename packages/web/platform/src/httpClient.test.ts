import { calls } from '@lectern/contracts';
import { ApiError } from './ApiError';
import { httpClient } from './axiosClient';
import { call, callFile, callPage, pathOf } from './httpClient';
import { signIn, signOut } from './session';
import { configureSettings } from './settings';
import { answer, foreignAnswer, freeLimits, installFakeApi, learner, networkError, resetPlatform, type FakeApi } from './testing';

let api: FakeApi;
const folder = { _id: 'f1', name: 'Biology', studyMaterials: [], studyMaterialCount: 0, createdAt: '2026-01-05T09:00:00.000Z' };
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const failureOf = async (work: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await work.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

beforeEach(() => {
  resetPlatform();
  api = installFakeApi();
  signIn('t0', learner);
});
afterEach(() => {
  api.restore();
});

describe('requests', () => {
  test('two equal changes at once are one request; a later one, another one, and reads are sent', async () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    api.on(calls.createFolder, () => promise);
    api.on(calls.listFolders, []);
    const sent = () => api.received.map(({ method }) => method);
    const twice = [1, 2].map(() => call(calls.createFolder, { body: { name: 'Biology' } }));
    const other = call(calls.createFolder, { body: { name: 'Law' } });
    await Promise.all([1, 2].map(() => call(calls.listFolders)));
    resolve(folder);
    expect(await Promise.all([...twice, other])).toEqual([folder, folder, folder]);
    expect(sent().sort()).toEqual(['GET', 'GET', 'POST', 'POST']);
    await call(calls.createFolder, { body: { name: 'Biology' } });
    expect(sent()).toHaveLength(5);
  });

  test('§9 Time-outs: the HTTP client has no default time-out; calls go to the configured API base', async () => {
    configureSettings({ apiUrl: 'http://api.test/', supportEmail: '' });
    let sent: { baseURL?: string | undefined; timeout?: number | undefined } = {};
    httpClient.defaults.adapter = (config) => {
      sent = config;
      return Promise.resolve({ data: freeLimits(), status: 200, statusText: '', headers: {}, config });
    };
    await call(calls.getLimits);
    expect(sent.baseURL).toBe('http://api.test');
    expect(sent.timeout).toBe(0);
  });

  test('§6 Calls: authenticated calls carry the session token in a header named x-auth-token', async () => {
    signOut();
    api.on(calls.forgotPassword, { message: 'Sent.' });
    api.on(calls.listFolders, []);
    await call(calls.forgotPassword, { body: { email: 'ada@example.org' } });
    signIn('t1', learner);
    await call(calls.listFolders);
    const [before, after] = api.received;
    expect(before!.headers).not.toHaveProperty('x-auth-token');
    expect(after!.headers['x-auth-token']).toBe('t1');
    expect(before!.headers['x-request-id']).toMatch(uuid);
    expect(after!.headers['x-request-id']).not.toBe(before!.headers['x-request-id']);
  });

  test("§6 Calls: without a session a learner's call fails client-side with 'No authentication token found', such as adding a material to a folder", async () => {
    signOut();
    const adding = call(calls.addToFolder, { path: { id: 'f1' }, body: { materialId: 'm1' } });
    await expect(adding).rejects.toMatchObject({ name: 'ApiError', status: 401, msg: 'No authentication token found' });
    expect(api.received).toHaveLength(0);
  });

  test('an idempotency key on creating calls only: a fresh one, or the given one', async () => {
    api.on(calls.createFolder, answer(201, folder));
    api.on(calls.addToFolder, folder);
    await call(calls.createFolder, { body: { name: 'Biology' } });
    await call(calls.createFolder, { body: { name: 'Biology' } });
    await call(calls.createFolder, { body: { name: 'Biology' }, idempotencyKey: 'mine' });
    await call(calls.addToFolder, { path: { id: 'f1' }, body: { materialId: 'm1' } });
    const keys = api.received.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(uuid);
    expect(keys[1]).toMatch(uuid);
    expect(keys[1]).not.toBe(keys[0]);
    expect(keys.slice(2)).toEqual(['mine', undefined]);
    expect(api.received[0]).toMatchObject({ method: 'POST', path: '/folders', body: { name: 'Biology' } });
  });

  test('path parts are encoded', async () => {
    expect(pathOf('/folders/:id/materials/:materialId', { id: 'a/b?c', materialId: 'ü #' })).toBe(
      '/folders/a%2Fb%3Fc/materials/%C3%BC%20%23',
    );
    expect(pathOf('/folders')).toBe('/folders');
    expect(() => pathOf('/folders/:id')).toThrow('/folders/:id has no value for id.');
    api.on(calls.verifyEmail, { token: 't', user: learner });
    await call(calls.verifyEmail, { path: { token: 'a+b/c=' } });
    expect(api.received[0]?.path).toBe('/auth/verify-email/a%2Bb%2Fc%3D');
  });

  test('the query', async () => {
    api.on(calls.listFolders, []);
    await call(calls.listFolders, { query: { q: 'Bio & more', limit: 5 } });
    expect(api.received[0]?.query).toEqual({ q: 'Bio & more', limit: 5 });
  });
});

describe('answers', () => {
  test('the answer, without fields that the contract does not name', async () => {
    api.on(calls.createFolder, answer(201, { ...folder, secret: 1 }));
    expect(await call(calls.createFolder, { body: { name: 'Biology' } })).toEqual(folder);
  });

  test("a page has the next page's cursor", async () => {
    api.on(calls.listFolders, answer(200, [folder], { 'x-next': 'f1' }));
    expect(await callPage(calls.listFolders)).toEqual({ items: [folder], next: 'f1' });
    api.on(calls.listFolders, answer(200, [folder]));
    expect(await callPage(calls.listFolders)).toEqual({ items: [folder], next: undefined });
  });

  test('an answer that does not match the schema is an error with its request id', async () => {
    api.on(calls.listFolders, answer(200, '<!doctype html>', { 'x-request-id': 'r1' }));
    const failure = await failureOf(call(calls.listFolders));
    expect(failure).toMatchObject({ status: 200, code: 'unexpected_answer', msg: undefined, requestId: 'r1' });
    expect(failure.isNetwork).toBe(false);
  });
});

describe('errors', () => {
  test('all parts of an error', async () => {
    const body = {
      msg: 'Your plan holds 2 folders.',
      code: 'limit_reached',
      upgradeRequired: true,
      errors: [{ path: 'name', message: 'Too long' }, 'nonsense'],
      requestId: 'r1',
    };
    api.on(calls.createFolder, foreignAnswer(403, body, { 'retry-after': '30', 'x-request-id': 'r2' }));
    const failure = await failureOf(call(calls.createFolder, { body: { name: 'Biology' } }));
    expect(failure).toMatchObject({
      name: 'ApiError',
      message: 'Your plan holds 2 folders.',
      status: 403,
      code: 'limit_reached',
      msg: 'Your plan holds 2 folders.',
      upgradeRequired: true,
      errors: [{ path: 'name', message: 'Too long' }],
      requestId: 'r1',
      retryAfterSeconds: 30,
    });
    expect(failure.isNetwork).toBe(false);
    expect(failure.isCancelled).toBe(false);
  });

  test.each([
    ['a page of HTML', '<h1>Bad gateway</h1>'],
    ['nothing', undefined],
    ['other types', { msg: 7, code: null, upgradeRequired: 'yes', errors: 'no', requestId: '' }],
  ])('%s instead of an error: the status, the header, no sentence', async (_name, body) => {
    api.on(calls.listFolders, foreignAnswer(502, body, { 'x-request-id': 'r2', 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }));
    expect(await failureOf(call(calls.listFolders))).toMatchObject({
      status: 502,
      code: 'http_502',
      msg: undefined,
      upgradeRequired: false,
      errors: [],
      requestId: 'r2',
      retryAfterSeconds: undefined,
    });
  });

  test('no connection', async () => {
    api.on(calls.listFolders, networkError());
    const failure = await failureOf(call(calls.listFolders));
    expect(failure).toMatchObject({ status: 0, code: 'network', msg: undefined, isNetwork: true, isCancelled: false });
  });

  test('a call that the page cancelled', async () => {
    const { CanceledError } = await import('axios');
    api.on(calls.listFolders, () => Promise.reject(new CanceledError()));
    const failure = await failureOf(call(calls.listFolders, { signal: new AbortController().signal }));
    expect(failure).toMatchObject({ code: 'cancelled', isNetwork: false, isCancelled: true });
  });
});

describe('files', () => {
  const file = (name?: string) =>
    answer(
      200,
      new Blob(['front,back']),
      name === undefined ? {} : { 'content-disposition': `attachment; filename="x.csv"; filename*=UTF-8''${name}` },
    );

  test('a file comes with its name, and is asked for as bytes', async () => {
    api.on(calls.exportDeck, file('Cells%20%E5%BF%83.csv'));
    const got = await callFile(calls.exportDeck, { path: { id: 'd1' }, query: { format: 'csv' } });
    expect(got.name).toBe('Cells 心.csv');
    expect(got.blob.size).toBe(10);
  });

  test.each([[undefined], ['%E5%BF']])('without a name that can be read (%s) it has one nevertheless', async (name) => {
    api.on(calls.exportDeck, file(name));
    expect((await callFile(calls.exportDeck, { path: { id: 'd1' }, query: { format: 'csv' } })).name).toBe('Lectern');
  });

  test('an error of a file call has the words of the service', async () => {
    api.on(calls.exportDeck, foreignAnswer(404, new Blob([JSON.stringify({ msg: 'Deck not found.', code: 'not_found' })])));
    const asked = callFile(calls.exportDeck, { path: { id: 'd1' }, query: { format: 'csv' } });
    expect(await failureOf(asked)).toMatchObject({ status: 404, code: 'not_found', msg: 'Deck not found.' });
    api.on(calls.exportDeck, foreignAnswer(502, new Blob(['<html>'])));
    expect(await failureOf(callFile(calls.exportDeck, { path: { id: 'd1' }, query: { format: 'csv' } }))).toMatchObject({
      status: 502,
      code: 'http_502',
    });
    api.on(calls.exportDeck, foreignAnswer(200, 'a page'));
    expect(await failureOf(callFile(calls.exportDeck, { path: { id: 'd1' }, query: { format: 'csv' } }))).toMatchObject({
      code: 'unexpected_answer',
    });
  });
});
