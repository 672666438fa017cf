import { calls, gatewayVersion, serviceNames, services, type Call } from '@lectern/contracts';
import { bodyLimitsOf } from '@lectern/contracts/body-limits';
import { expect, test } from '@playwright/test';
import { call, newLearner, theSite } from '../../support/api.ts';

test('every call that needs a session answers 401 without one, in the one error body', async () => {
  for (const each of Object.values<Call>(calls).filter(({ access }) => access === 'learner')) {
    const path = each.path.replace(/:[A-Za-z]+/g, 'x');
    const { status, body, headers } = await call(each.method, path, each.method === 'GET' || each.method === 'DELETE' ? {} : { body: {} });
    expect(status, `${each.method} ${path}`).toBe(401);
    expect(body).toEqual({ msg: expect.any(String), code: 'session_ended', requestId: headers.get('x-request-id') });
  }
});

test('/openapi.json describes every call', async () => {
  const { status, body } = await call('GET', '/openapi.json');
  expect(status).toBe(200);
  expect(body.openapi).toBe('3.1.0');
  for (const each of Object.values<Call>(calls)) {
    const operation = body.paths[each.path.replace(/:([A-Za-z]+)/g, '{$1}')]?.[each.method.toLowerCase()];
    expect(operation, each.id).toMatchObject({ operationId: each.id });
    expect(Object.keys(operation.responses)).toContain(String(each.status));
  }
});

test('/version says which API versions run, to anybody', async () => {
  const { api, site } = theSite();
  const response = await fetch(`${api}/version`, { headers: { origin: site } });
  expect(response.status).toBe(200);
  expect(response.headers.get('access-control-allow-origin')).toBe(site);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('x-request-id')).toMatch(/\S/);
  const stated = Object.fromEntries(serviceNames.map((name) => [name, services[name].version]));
  expect(await response.json()).toEqual({ gateway: gatewayVersion, services: stated });
});

test('internal routes, unknown paths and identity headers lead nowhere', async () => {
  const { token, userId } = await newLearner();
  for (const path of ['/internal/revocations', `/internal/usage/${userId}`, `/internal/plan/${userId}`, '/nowhere', '/'])
    expect((await call('GET', path, { token })).status).toBe(404);
  const forged = await call('GET', '/folders', { headers: { 'x-internal-credential': 'forged', 'x-user-id': userId } });
  expect(forged.status).toBe(401);
  const { ports } = theSite();
  const direct = await fetch(`http://127.0.0.1:${ports.LIBRARY_SERVICE_PORT}/folders`, { headers: { 'x-user-id': userId } });
  expect(direct.status).toBe(503);
});

test('only the site’s pages may call from a browser', async () => {
  const { api, site } = theSite();
  const preflight = (origin: string) =>
    fetch(`${api}/folders`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-auth-token, idempotency-key' },
    });
  const ours = await preflight(site);
  expect(ours.status).toBe(204);
  expect(ours.headers.get('access-control-allow-origin')).toBe(site);
  expect(ours.headers.get('access-control-allow-headers')).toContain('idempotency-key');
  expect((await preflight('https://elsewhere.example')).headers.get('access-control-allow-origin')).toBeNull();
  const answered = await fetch(`${api}/folders`, { headers: { origin: site } });
  expect(answered.headers.get('access-control-expose-headers')).toContain('x-next');
});

test('600 calls a minute for a learner, then 429 with Retry-After', async () => {
  const { token } = await newLearner();
  const statuses: number[] = [];
  let wait: string | null = null;
  // A new minute may begin while counting, so up to two windows are sent.
  for (let round = 0; round < 13 && !statuses.includes(429); round++) {
    const answers = await Promise.all(Array.from({ length: 100 }, () => call('GET', '/folders', { token })));
    statuses.push(...answers.map((answer) => answer.status));
    wait = answers.find((answer) => answer.status === 429)?.headers.get('retry-after') ?? null;
  }
  expect(statuses.indexOf(429)).toBeGreaterThanOrEqual(500);
  expect(Number(wait)).toBeGreaterThan(0);
  const other = await newLearner();
  expect((await call('GET', '/folders', { token: other.token })).status).toBe(200);
});

test('every call that takes JSON answers 415 for another type, 400 for what is no JSON or no object, 413 past its limit', async () => {
  const { token } = await newLearner();
  const taking = Object.values<Call>(calls).filter((each) => each.body && !each.encoding);
  expect(taking.length).toBeGreaterThan(12);
  for (const each of taking) {
    const path = each.path.replace(/:[A-Za-z]+/g, 'x');
    const send = async (raw: string, type: string) => {
      const { status, body } = await call(each.method, path, { token, raw, headers: { 'content-type': type } });
      expect(body, each.id).toMatchObject({ msg: expect.any(String), code: expect.any(String), requestId: expect.any(String) });
      return status;
    };
    expect(await send('a=b', 'text/plain'), each.id).toBe(415);
    expect(await send('{', 'application/json'), each.id).toBe(400);
    expect(await send('[1]', 'application/json'), each.id).toBe(400);
    expect(await send(`{"x":"${'y'.repeat(bodyLimitsOf(each).bytes)}"}`, 'application/json'), each.id).toBe(413);
  }
});

test('every list call refuses a query that is not one, and every key that is not one', async () => {
  const { token } = await newLearner();
  for (const each of Object.values<Call>(calls).filter(({ pages }) => pages))
    for (const query of ['limit=101', 'limit=0x10', 'limit=no', `q=${'x'.repeat(201)}`, 'after=%20'])
      expect((await call('GET', `${each.path}?${query}`, { token })).status, `${each.id} ${query}`).toBe(400);
  const badKey = await call('POST', '/folders', { token, body: { name: 'x' }, headers: { 'idempotency-key': 'x'.repeat(201) } });
  expect(badKey.status).toBe(400);
  expect((await call('GET', '/folders', { token })).body).toEqual([]);
});

test('HEAD answers like GET without a body, and a body with Content-Encoding is 415', async () => {
  const { token } = await newLearner();
  const { api, site } = theSite();
  const headers = { 'x-auth-token': token };
  // The client chooses the connection headers.
  const answerOf = async (method: string, path: string) => {
    const answer = await fetch(`${api}${path}`, { method, headers });
    const own = [...answer.headers].filter(([name]) => !['connection', 'keep-alive', 'date', 'x-request-id'].includes(name));
    return { status: answer.status, own, text: await answer.text() };
  };
  for (const path of ['/folders', '/auth/user', '/quizzes/absent', '/reviews/summary', '/version', '/health/ready']) {
    const [head, get] = [await answerOf('HEAD', path), await answerOf('GET', path)];
    expect(head, path).toEqual({ ...get, text: '' });
  }
  expect((await fetch(`${api}/folders`, { method: 'HEAD' })).status).toBe(401);
  const page = await fetch(`${site}/login`, { method: 'HEAD' });
  expect([page.status, await page.text()]).toEqual([200, '']);

  for (const path of ['/folders', '/auth/login', '/subscription/webhook', '/study-materials/unified'])
    for (const raw of [JSON.stringify({ name: 'Biology' }), new Uint8Array([31, 139, 8, 0])]) {
      const type = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      expect((await call('POST', path, { token, raw, headers: type })).status, path).toBe(415);
    }
});
