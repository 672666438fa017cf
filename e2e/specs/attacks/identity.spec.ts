import { randomUUID } from 'node:crypto';
import { calls, serviceNames, servicePortSetting, type Call, type ServiceName } from '@lectern/contracts';
import { expect, test } from '@playwright/test';
import { call, newLearner, newNetwork, password, theSite, type Learner } from '../../support/api.ts';
import { claimsOf, forgeToken, nowSeconds, secretOf, sendRaw } from '../../support/forgery.ts';

const [crlf, host] = ['\r\n', 'Host: localhost'];
const gatewayPort = () => theSite().ports.GATEWAY_PORT;
const raw = (lines: readonly string[], body = '') => sendRaw(gatewayPort(), `${lines.join(crlf)}${crlf}${crlf}${body}`);
const ask = (lines: readonly string[], path = '/auth/user') => raw([`GET ${path} HTTP/1.1`, host, 'Connection: close', ...lines]);

let learner: Learner;
test.beforeAll(async () => {
  learner = await newLearner();
});
/** None of these tests changed the account. */
test.afterAll(async () => {
  expect((await call('GET', '/auth/user', { token: learner.token })).body.user.email).toBe(learner.email);
});

test.describe('session tokens that must not be believed', () => {
  const good = () => claimsOf(learner.token);
  const key = () => secretOf('AUTH_TOKEN_SECRET');
  const forgeries: Record<string, () => string> = {
    ...Object.fromEntries(
      ['none', 'None', 'NONE', 'nOnE', ''].flatMap((alg) => [
        [`alg ${JSON.stringify(alg)} without a signature`, () => forgeToken('', good(), { alg }, 'none')],
        [`alg ${JSON.stringify(alg)} with one`, () => forgeToken(key(), good(), { alg })],
      ]),
    ),
    'HS512 under the right key': () => forgeToken(key(), good(), { alg: 'HS512' }, 'sha512'),
    'HS384 under the right key': () => forgeToken(key(), good(), { alg: 'HS384' }, 'sha384'),
    'RS256 that is an HMAC': () => forgeToken(key(), good(), { alg: 'RS256' }),
    'ES256 that is an HMAC': () => forgeToken(key(), good(), { alg: 'ES256' }),
    'a guessed key': () => forgeToken('secret', good()),
    'an empty key': () => forgeToken('', good()),
    'the internal secret as key': () => forgeToken(secretOf('INTERNAL_SECRET'), good()),
    'another audience': () => forgeToken(key(), { ...good(), aud: 'library' }),
    'two audiences': () => forgeToken(key(), { ...good(), aud: ['lectern', 'library'] }),
    'another type': () => forgeToken(key(), { ...good(), typ: 'internal' }),
    'an internal credential': () =>
      forgeToken(secretOf('INTERNAL_SECRET'), {
        aud: 'auth',
        typ: 'learner-call',
        iss: 'gateway',
        path: '/auth',
        sub: learner.userId,
        iat: nowSeconds(),
        exp: nowSeconds() + 60,
      }),
    'an end a second ago': () => forgeToken(key(), { ...good(), exp: nowSeconds() - 1 }),
    'no end': () => forgeToken(key(), { ...good(), exp: undefined }),
    'an end that is text': () => forgeToken(key(), { ...good(), exp: '9999999999' }),
    'an end in a million years': () => forgeToken(key(), { ...good(), exp: 31_557_600_000_000 }),
    'a beginning in a minute': () => forgeToken(key(), { ...good(), nbf: nowSeconds() + 60 }),
    'an issue in an hour': () => forgeToken(key(), { ...good(), iat: nowSeconds() + 3_600 }),
    'another learner in the claims': () => {
      const [head, , signature] = learner.token.split('.');
      return `${head ?? ''}.${Buffer.from(JSON.stringify({ ...good(), sub: 'u1' })).toString('base64url')}.${signature ?? ''}`;
    },
    'an operator as learner': () => forgeToken(key(), { ...good(), sub: { $ne: '' } }),
    'more than 4 kB': () => forgeToken(key(), { ...good(), padding: 'x'.repeat(4_000) }),
    'more than 8 kB': () => forgeToken(key(), { ...good(), padding: 'x'.repeat(6_200) }),
    '"Bearer" before it': () => `Bearer ${learner.token}`,
    'itself behind it': () => `${learner.token}, ${learner.token}`,
    'three dots': () => '...',
  };

  for (const [name, forge] of Object.entries(forgeries))
    test(`401 for a token with ${name}`, async () => {
      const token = forge();
      for (const [method, path] of [
        ['GET', '/auth/user'],
        ['GET', '/study-materials'],
        ['POST', '/auth/logout'],
        ['DELETE', '/auth/delete-account'],
      ] as const) {
        const { status, body } = await call(method, path, { token });
        expect(status, `${method} ${path}`).toBe(401);
        expect(body).toEqual({ msg: expect.any(String), code: 'session_ended', requestId: expect.any(String) });
      }
    });

  test('431 for a token of 100 kB, in the one form of errors', async () => {
    const { statuses, text } = await ask([`x-auth-token: ${'x'.repeat(100_000)}`]);
    // The server may close the connection before it has received everything.
    if (text !== '') expect(statuses).toEqual([431]);
    expect((await call('GET', '/auth/user', { token: learner.token })).status).toBe(200);
  });

  test('a session that the gateway has not heard the end of yet is not let through by auth', async () => {
    const { body } = await call('POST', '/auth/login', { body: { email: learner.email, password } });
    const token = body.token as string;
    const forged = forgeToken(key(), { ...claimsOf(token), sid: 'no-such-session' });
    // Validly signed, which requires the key. Auth still looks the session up.
    expect((await call('GET', '/auth/user', { token: forged })).status).toBe(401);
    expect((await call('POST', '/auth/logout', { token })).status).toBe(200);
    expect((await call('GET', '/auth/user', { token })).status).toBe(401);
    await expect.poll(async () => (await call('GET', '/folders', { token })).status, { timeout: 5_000 }).toBe(401);
  });

  test('tokens of a deleted account lead nowhere, in any service, nor to the one who has the address next', async () => {
    const gone = await newLearner();
    const second = (await call('POST', '/auth/login', { body: { email: gone.email, password } })).body.token as string;
    expect((await call('DELETE', '/auth/delete-account', { token: gone.token })).status).toBe(200);
    const registered = await call('POST', '/auth/register', { body: { firstName: 'Next', lastName: 'One', email: gone.email, password } });
    expect(registered.status).toBe(201);
    for (const token of [gone.token, second])
      for (const path of ['/auth/user', '/folders', '/study-materials', '/quizzes', '/flashcards', '/subscription/limits'])
        await expect.poll(async () => (await call('GET', path, { token })).status, { timeout: 5_000 }).toBe(401);
  });
});

test.describe('headers that must not count', () => {
  const token = () => learner.token;
  const attempts: Record<string, { lines: () => string[]; statuses: number[] }> = {
    'the token twice': { lines: () => [`x-auth-token: ${token()}`, `x-auth-token: ${token()}`], statuses: [401] },
    'a good and a bad one': { lines: () => [`x-auth-token: ${token()}`, 'X-Auth-Token: a.b.c'], statuses: [401] },
    'a bad and a good one': { lines: () => ['X-Auth-Token: a.b.c', `x-auth-token: ${token()}`], statuses: [401] },
    'an underscore': { lines: () => [`x_auth_token: ${token()}`], statuses: [401] },
    'a blank before the colon': { lines: () => [`x-auth-token : ${token()}`], statuses: [400] },
    'a tab before the colon': { lines: () => [`x-auth-token\t: ${token()}`], statuses: [400] },
    'a folded value': { lines: () => ['x-auth-token:', ` ${token()}`], statuses: [400, 401] },
    'a value folded behind another header': { lines: () => ['x-other: x', ` x-auth-token: ${token()}`], statuses: [400, 401] },
    'a name folded': { lines: () => ['x-auth-', ` token: ${token()}`], statuses: [400] },
    'a NUL in the value': { lines: () => [`x-auth-token: ${token()}\0`], statuses: [400, 401] },
    'a bare CR': { lines: () => [`x-other: a\rx-auth-token: ${token()}`], statuses: [400, 401] },
    'bearer in Authorization': { lines: () => [`Authorization: Bearer ${token()}`], statuses: [401] },
    'a cookie': { lines: () => [`Cookie: token=${token()}; x-auth-token=${token()}`], statuses: [401] },
    Basic: { lines: () => [`Authorization: Basic ${Buffer.from(`${learner.email}:${password}`).toString('base64')}`], statuses: [401] },
    'a forwarded name': { lines: () => [`x-forwarded-x-auth-token: ${token()}`, `x-original-x-auth-token: ${token()}`], statuses: [401] },
    'an internal credential': {
      lines: () => [
        `x-internal-credential: ${forgeToken(secretOf('INTERNAL_SECRET'), { aud: 'auth', typ: 'learner-call', iss: 'gateway', path: '/auth', sub: learner.userId, iat: nowSeconds(), exp: nowSeconds() + 60 })}`,
      ],
      statuses: [401],
    },
    'an identity': {
      lines: () => [`x-user-id: ${learner.userId}`, `x-learner: ${learner.userId}`, 'x-authenticated: true'],
      statuses: [401],
    },
  };
  for (const [name, { lines, statuses }] of Object.entries(attempts))
    test(`${name}: ${statuses.join(' or ')}`, async () => {
      const answer = await ask(lines());
      expect(answer.statuses).toHaveLength(1);
      expect(statuses).toContain(answer.statuses[0]);
      expect(answer.text).not.toContain(learner.email);
    });

  test('a token in the address is none', async () => {
    for (const name of ['token', 'x-auth-token', 'access_token'])
      expect((await ask([], `/auth/user?${name}=${token()}`)).statuses).toEqual([401]);
  });

  test('a good token with a forged identity beside it is the token’s owner', async () => {
    const other = await newLearner();
    const credential = forgeToken(secretOf('INTERNAL_SECRET'), {
      aud: 'auth',
      typ: 'learner-call',
      iss: 'gateway',
      path: '/auth',
      sub: other.userId,
      iat: nowSeconds(),
      exp: nowSeconds() + 60,
    });
    const { statuses, text } = await ask([
      `x-auth-token: ${token()}`,
      `x-internal-credential: ${credential}`,
      `X-Internal-Credential: ${credential}`,
      `Connection: close, x-internal-credential`,
    ]);
    expect(statuses).toEqual([200]);
    expect(text).toContain(learner.email);
    expect(text).not.toContain(other.email);
  });

  test('a request id that is none is replaced; answers and errors carry the one that counts', async () => {
    const own = randomUUID();
    expect((await call('GET', '/folders', { token: token(), headers: { 'x-request-id': own } })).headers.get('x-request-id')).toBe(own);
    for (const bad of ['x', 'a b', '"><script>', '{"$ne":1}', 'x'.repeat(65), '../../etc/passwd']) {
      const { headers, body } = await call('GET', '/folders', { headers: { 'x-request-id': bad } });
      expect(headers.get('x-request-id')).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
      expect(headers.get('x-request-id')).not.toBe(bad);
      expect(body.requestId).toBe(headers.get('x-request-id'));
    }
  });

  test('guesses under a forged address count for the one that the proxy saw', async () => {
    const victim = await newLearner();
    const attacker = newNetwork();
    const statuses: number[] = [];
    for (let guess = 0; guess < 12; guess++) {
      const address = `198.51.100.${guess}`;
      const headers = {
        'x-client-address': address,
        'x-forwarded-for': `${address}, ${attacker}`,
        forwarded: `for=${address}`,
        'x-real-ip': address,
        'true-client-ip': address,
        'cf-connecting-ip': address,
      };
      statuses.push((await call('POST', '/auth/login', { body: { email: victim.email, password: 'a wrong guess' }, headers })).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429]);
  });
});

test.describe('requests that two readers could read differently', () => {
  const inner = () => [`GET /auth/user HTTP/1.1`, host, `x-auth-token: ${learner.token}`, '', ''].join(crlf);
  const outer = ['POST /auth/forgot-password HTTP/1.1', host, 'Content-Type: application/json'];
  const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}${crlf}${text}${crlf}`;
  const json = '{"email":"nobody@students.example"}';
  const attacks: Record<string, () => [lines: string[], body: string]> = {
    'a length and chunks': () => [[...outer, `Content-Length: ${json.length}`, 'Transfer-Encoding: chunked'], `0${crlf}${crlf}${inner()}`],
    'chunks and a length': () => [[...outer, 'Transfer-Encoding: chunked', 'Content-Length: 4'], `${chunk(json)}0${crlf}${crlf}${inner()}`],
    'two lengths': () => [[...outer, 'Content-Length: 0', `Content-Length: ${inner().length}`], inner()],
    'two lengths in one line': () => [[...outer, `Content-Length: 0, ${inner().length}`], inner()],
    'a length with a sign': () => [[...outer, 'Content-Length: +0'], inner()],
    'a negative length': () => [[...outer, 'Content-Length: -1'], inner()],
    'a length in hexadecimal': () => [[...outer, 'Content-Length: 0x10'], inner()],
    'a length with a blank in it': () => [[...outer, 'Content-Length: 1 0'], inner()],
    'an endless length': () => [[...outer, `Content-Length: ${'9'.repeat(40)}`], inner()],
    'chunks by another name': () => [[...outer, 'Transfer-Encoding: xchunked'], `0${crlf}${crlf}${inner()}`],
    'chunks that are not the last coding': () => [[...outer, 'Transfer-Encoding: chunked, identity'], `0${crlf}${crlf}${inner()}`],
    'chunks twice': () => [
      [...outer, 'Transfer-Encoding: chunked', 'Transfer-Encoding: identity', 'Content-Length: 0'],
      `0${crlf}${crlf}${inner()}`,
    ],
    'chunks behind a blank': () => [[...outer, 'Transfer-Encoding : chunked', 'Content-Length: 0'], `0${crlf}${crlf}${inner()}`],
    'chunks behind a vertical tab': () => [[...outer, 'Transfer-Encoding: \x0bchunked', 'Content-Length: 0'], `0${crlf}${crlf}${inner()}`],
    'folded chunks': () => [[...outer, 'Transfer-Encoding:', ' chunked', 'Content-Length: 0'], `0${crlf}${crlf}${inner()}`],
    'a folded length': () => [[...outer, 'Content-Length:', ' 0'], inner()],
    'a chunk size that is none': () => [[...outer, 'Transfer-Encoding: chunked'], `zz${crlf}${json}${crlf}0${crlf}${crlf}${inner()}`],
    'a chunk size with a sign': () => [[...outer, 'Transfer-Encoding: chunked'], `+0${crlf}${crlf}${inner()}`],
    'a chunk size beyond all numbers': () => [[...outer, 'Transfer-Encoding: chunked'], `${'f'.repeat(20)}${crlf}${inner()}`],
    'a chunk that is longer than it says': () => [
      [...outer, 'Transfer-Encoding: chunked'],
      `1${crlf}${json}${crlf}0${crlf}${crlf}${inner()}`,
    ],
    'line ends without CR': () => [[...outer, 'Transfer-Encoding: chunked\nContent-Length: 0'], `0\n\n${inner()}`],
    'a request line within a header': () => [[...outer, `x-other: a${crlf}GET /auth/user HTTP/1.1`], inner()],
    'an older version': () => [['POST /auth/forgot-password HTTP/1.0', host, 'Transfer-Encoding: chunked'], `0${crlf}${crlf}${inner()}`],
    'no host': () => [['GET /auth/user HTTP/1.1', `x-auth-token: ${learner.token}`], ''],
    'two hosts': () => [['GET /auth/user HTTP/1.1', host, 'Host: elsewhere.example'], ''],
  };
  test(`one refusal at most, no 5xx, and nobody else's answer: ${Object.keys(attacks).join('; ')}`, async () => {
    // In parallel: a kept-alive connection is watched until the server closes it, in case there is a second response.
    const answers = await Promise.all(Object.entries(attacks).map(async ([name, attack]) => ({ name, ...(await raw(...attack())) })));
    for (const { name, statuses, text } of answers) {
      expect(statuses.length, name).toBeLessThanOrEqual(1);
      for (const status of statuses) expect(status, name).toBeLessThan(500);
      expect(text, name).not.toContain(learner.email);
    }
  });

  test('a body that looks like a request is a body, for a call that takes none, too', async () => {
    const smuggled = ['DELETE /auth/delete-account HTTP/1.1', host, `x-auth-token: ${learner.token}`, '', ''].join(crlf);
    for (const [method, path] of [
      ['GET', '/auth/user'],
      ['GET', '/folders'],
      ['POST', '/auth/logout'],
      ['DELETE', '/folders/x'],
      ['POST', '/auth/login'],
    ] as const) {
      const { statuses } = await raw(
        [`${method} ${path} HTTP/1.1`, host, `Content-Length: ${smuggled.length}`, 'Connection: close'],
        smuggled,
      );
      expect(statuses, `${method} ${path}`).toHaveLength(1);
      expect(statuses[0]).toBeLessThan(500);
      const chunked = await raw(
        [`${method} ${path} HTTP/1.1`, host, 'Transfer-Encoding: chunked', 'Connection: close'],
        `${chunk(smuggled)}0${crlf}${crlf}`,
      );
      expect(chunked.statuses, `${method} ${path} in chunks`).toHaveLength(1);
      expect(chunked.statuses[0]).toBeLessThan(500);
    }
    expect((await call('GET', '/auth/user', { token: learner.token })).status).toBe(200);
  });

  test('two requests behind one another get their own answers, in order', async () => {
    const { statuses, text } = await raw([
      'GET /auth/user HTTP/1.1',
      host,
      '',
      'GET /auth/user HTTP/1.1',
      host,
      `x-auth-token: ${learner.token}`,
      'Connection: close',
    ]);
    expect(statuses).toEqual([401, 200]);
    expect(text.indexOf(learner.email)).toBeGreaterThan(text.lastIndexOf('HTTP/1.1 200'));
  });
});

test.describe('services that are asked directly', () => {
  const good = (service: ServiceName, path: string) => {
    const scope = path.startsWith('/internal/')
      ? { typ: 'service-call', iss: 'billing', path }
      : { typ: 'learner-call', iss: 'gateway', path: `/${path.split('/', 2)[1] ?? ''}` };
    return { ...scope, aud: service, sub: learner.userId, iat: nowSeconds(), exp: nowSeconds() + 60 };
  };
  const key = () => secretOf('INTERNAL_SECRET');
  type Forge = (service: ServiceName, path: string) => string | undefined;
  /** Absent or invalid credentials. The response asks the caller to retry, never to sign in. */
  const bad: Record<string, Forge> = {
    none: () => undefined,
    garbage: () => 'a.b.c',
    'a session token': () => learner.token,
    'one that expired a second ago': (...of) => forgeToken(key(), { ...good(...of), exp: nowSeconds() - 1 }),
    'one for another service': (...of) => forgeToken(key(), { ...good(...of), aud: serviceNames.find((name) => name !== of[0]) }),
    'one for the site': (...of) => forgeToken(key(), { ...good(...of), aud: 'lectern' }),
    'one under the key of tokens': (...of) => forgeToken(secretOf('AUTH_TOKEN_SECRET'), good(...of)),
    'one under a guessed key': (...of) => forgeToken('secret', good(...of)),
    'one without a signature': (...of) => forgeToken('', good(...of), { alg: 'none' }, 'none'),
    'one by HS512': (...of) => forgeToken(key(), good(...of), { alg: 'HS512' }, 'sha512'),
  };
  /** Valid, but issued for another purpose. */
  const outOfScope: Record<string, Forge> = {
    'one of another type': (...of) => forgeToken(key(), { ...good(...of), typ: 'session' }),
    'one of the kind of before': (...of) => forgeToken(key(), { ...good(...of), typ: 'internal' }),
    'one of the other kind': (...of) => {
      const claims = good(...of);
      return forgeToken(key(), { ...claims, typ: claims.typ === 'service-call' ? 'learner-call' : 'service-call' });
    },
    'one of another issuer': (...of) => forgeToken(key(), { ...good(...of), iss: 'shell' }),
    'one for another path': (...of) => forgeToken(key(), { ...good(...of), path: '/metrics' }),
    'one for every path': (...of) => forgeToken(key(), { ...good(...of), path: '/' }),
    'one without a path': (...of) => forgeToken(key(), { ...good(...of), path: undefined }),
  };
  for (const service of serviceNames)
    test(`${service}: 503 or 403, never 401, for every call with every wrong credential`, async () => {
      const origin = `http://127.0.0.1:${theSite().ports[servicePortSetting(service)]}`;
      const own = Object.values<Call>(calls).filter((each) => each.service === service);
      const paths: [method: string, path: string][] = [
        ...own.map(({ method, path }): [string, string] => [method, path.replace(/:[A-Za-z]+/g, 'x')]),
        ['GET', '/internal/openapi.json'],
        ['GET', '/internal/revocations'],
        ['POST', '/internal/events'],
        ['GET', `/internal/usage/${learner.userId}`],
        ['GET', `/internal/plan/${learner.userId}`],
      ];
      const others: string[] = [];
      for (const [credentials, expected, code] of [
        [bad, 503, 'unavailable'],
        [outOfScope, 403, 'forbidden'],
      ] as const)
        for (const [name, make] of Object.entries(credentials)) {
          const answers = await Promise.all(
            paths.map(([method, path]) => {
              const credential = make(service, path);
              return call(method, path, { ...(credential !== undefined && { headers: { 'x-internal-credential': credential } }) }, origin);
            }),
          );
          for (const [index, { status, body }] of answers.entries())
            if (status !== expected || body?.code !== code)
              others.push(`${paths[index]?.join(' ') ?? ''} with ${name}: ${status} ${JSON.stringify(body)}`);
        }
      expect(others).toEqual([]);
      // The unmodified credential is accepted, so the modification was the only reason for each refusal.
      const path = '/internal/openapi.json';
      const headers = { 'x-internal-credential': forgeToken(key(), good(service, path)) };
      expect((await call('GET', path, { headers }, origin)).status).toBe(200);
    });
});
