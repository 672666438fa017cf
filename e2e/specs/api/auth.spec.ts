import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { call, mailedLink, newLearner, password } from '../../support/api.ts';

const address = () => `${randomUUID()}@students.example`;
const register = (email: string, changes: object = {}) =>
  call('POST', '/auth/register', { body: { firstName: 'Ada', lastName: 'Byron', email, password, ...changes } });
const tokenOf = (link: string) => link.split('/').at(-1) ?? '';

test.describe('registration and verification', () => {
  test('201 with a mailed link, which verifies once and signs in', { tag: '@engine' }, async () => {
    const email = address();
    const registered = await register(email.toUpperCase());
    expect(registered.status).toBe(201);
    expect(registered.body).toEqual({ email });

    const unverified = await call('POST', '/auth/login', { body: { email, password } });
    expect(unverified.status).toBe(200);
    expect(unverified.body).toMatchObject({ token: null, user: { email, isVerified: false } });

    const token = tokenOf(await mailedLink(email, 'verify-email'));
    const verified = await call('GET', `/auth/verify-email/${token}`);
    expect(verified.status).toBe(200);
    expect(verified.body).toMatchObject({ token: expect.any(String), user: { email, firstName: 'Ada', isVerified: true } });
    expect(JSON.stringify(verified.body)).not.toMatch(/password/i);

    const again = await call('GET', `/auth/verify-email/${token}`);
    expect(again.status).toBe(400);
    expect(again.body).toMatchObject({ msg: expect.any(String), code: 'link_invalid', requestId: expect.any(String) });

    const user = await call('GET', '/auth/user', { token: verified.body.token });
    expect(user.body.user.email).toBe(email);
    expect((await register(email)).status).toBe(409);
  });

  test(
    'registering an unverified address again keeps both; the password tells which one is verified, and the other is dropped',
    { tag: '@engine' },
    async () => {
      const email = address();
      await register(email);
      const first = tokenOf(await mailedLink(email, 'verify-email'));
      expect((await register(email, { firstName: 'Grace', password: 'another password' })).status).toBe(201);
      const second = tokenOf(await mailedLink(email, 'verify-email', undefined, 2));
      expect(second).not.toBe(first);
      for (const token of [first, second]) {
        const { status, body } = await call('GET', `/auth/verify-email/${token}`);
        expect([status, body.code]).toEqual([409, 'password_needed']);
      }
      const wrong = await call('POST', `/auth/verify-email/${first}`, { body: { password: 'neither of them' } });
      expect([wrong.status, wrong.body.code]).toEqual([400, 'wrong_password']);
      const verified = await call('POST', `/auth/verify-email/${first}`, { body: { password: 'another password' } });
      expect(verified.body).toMatchObject({ token: expect.any(String), user: { firstName: 'Grace', isVerified: true } });
      for (const token of [first, second]) expect((await call('GET', `/auth/verify-email/${token}`)).status).toBe(400);
      expect((await call('POST', '/auth/login', { body: { email, password } })).status).toBe(401);
      expect((await call('POST', '/auth/login', { body: { email, password: 'another password' } })).body.token).toEqual(expect.any(String));
    },
  );

  test('registered twice with one password, either link verifies its own registration', async () => {
    const email = address();
    await register(email);
    const first = tokenOf(await mailedLink(email, 'verify-email'));
    await register(email, { firstName: 'Grace' });
    await mailedLink(email, 'verify-email', undefined, 2);
    expect((await call('GET', `/auth/verify-email/${first}`)).body.user.firstName).toBe('Ada');
  });

  test('past five mails an hour: 429 with Retry-After, and nothing changes', { tag: '@engine' }, async () => {
    const email = address();
    for (let round = 0; round < 5; round++) expect((await register(email)).status).toBe(201);
    const refused = await register(email, { firstName: 'Mallory' });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await call('POST', '/auth/login', { body: { email, password } })).body.user.firstName).toBe('Ada');
  });

  test('within the minute a resend answers the same and leaves the mailed link valid', async () => {
    const email = address();
    await register(email);
    const token = tokenOf(await mailedLink(email, 'verify-email'));
    const resent = await call('POST', '/auth/resend-verification', { body: { email } });
    const unknown = await call('POST', '/auth/resend-verification', { body: { email: address() } });
    expect([resent.status, unknown.status]).toEqual([200, 200]);
    expect(resent.body).toEqual(unknown.body);
    expect((await call('GET', `/auth/verify-email/${token}`)).status).toBe(200);
  });

  test('400 for what is missing or wrong, 415 and 400 for what is no JSON, 413 for too much', async () => {
    expect((await register('not an address')).status).toBe(400);
    const short = await register(address(), { password: 'short' });
    expect(short.status).toBe(400);
    expect(short.body.msg).toBe('Password must be at least 8 characters long');
    for (const firstName of ['', ' ', '\u200b', 'A\u0007da', '\u202eadA', 'Ada\nBcc: eve@evil.example'])
      expect((await register(address(), { firstName })).status, JSON.stringify(firstName)).toBe(400);
    expect(
      (await call('POST', '/auth/register', { raw: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } })).status,
    ).toBe(415);
    expect((await call('POST', '/auth/register', { raw: '{', headers: { 'content-type': 'application/json' } })).status).toBe(400);
    expect(
      (await call('POST', '/auth/register', { raw: `"${'x'.repeat(5_100_000)}"`, headers: { 'content-type': 'application/json' } })).status,
    ).toBe(413);
  });

  test('the same Idempotency-Key mails once; with another body it is refused', { tag: '@engine' }, async () => {
    const email = address();
    const headers = { 'idempotency-key': randomUUID() };
    const body = { firstName: 'Ada', lastName: 'Byron', email, password };
    const first = await call('POST', '/auth/register', { body, headers });
    const second = await call('POST', '/auth/register', { body, headers });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect((await call('POST', '/auth/register', { body: { ...body, firstName: 'Eve' }, headers })).status).toBe(422);
  });
});

test.describe('signing in', () => {
  test('one answer for a wrong password and an unknown address', async () => {
    const { email } = await newLearner();
    const wrong = await call('POST', '/auth/login', { body: { email, password: 'wrong password' } });
    const unknown = await call('POST', '/auth/login', { body: { email: address(), password } });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(wrong.body.msg).toBe(unknown.body.msg);
  });

  test('ten failures for an address, then 429 with Retry-After; somebody else still gets in', { tag: '@engine' }, async () => {
    const { email } = await newLearner();
    const other = await newLearner();
    const guesses = await Promise.all(
      Array.from({ length: 14 }, () => call('POST', '/auth/login', { body: { email, password: 'wrong password' } })),
    );
    expect(guesses.filter((guess) => guess.status === 401)).toHaveLength(10);
    const refused = guesses.filter((guess) => guess.status === 429);
    expect(refused).toHaveLength(4);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await call('POST', '/auth/login', { body: { email: other.email, password } })).status).toBe(200);
  });

  test('401 without a token, with a forged one, and after logging out', async () => {
    const { token } = await newLearner();
    expect((await call('GET', '/auth/user')).status).toBe(401);
    expect((await call('GET', '/auth/user', { token: `${token}x` })).status).toBe(401);
    expect((await call('GET', '/auth/user', { token: 'a.b.c' })).status).toBe(401);
    const [head = '', body = ''] = token.split('.');
    const none = `${Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')}.${body}.`;
    expect((await call('GET', '/auth/user', { token: none })).status).toBe(401);
    expect(head).not.toBe('');
    expect((await call('POST', '/auth/logout', { token })).status).toBe(200);
    await expect.poll(async () => (await call('GET', '/study-materials', { token })).status, { timeout: 5_000 }).toBe(401);
  });
});

test.describe('passwords and profile', () => {
  test('a reset link works once, ends every session and verifies', { tag: '@engine' }, async () => {
    const { email, token } = await newLearner();
    const asked = await call('POST', '/auth/forgot-password', { body: { email } });
    expect(asked.status).toBe(200);
    expect(asked.body).toEqual((await call('POST', '/auth/forgot-password', { body: { email: address() } })).body);
    const link = tokenOf(await mailedLink(email, 'reset-password'));
    expect((await call('POST', `/auth/reset-password/${link}`, { body: { password: 'short' } })).status).toBe(400);
    expect((await call('POST', `/auth/reset-password/${link}`, { body: { password: 'a new password' } })).status).toBe(200);
    expect((await call('POST', `/auth/reset-password/${link}`, { body: { password: 'a new password' } })).status).toBe(400);
    expect((await call('POST', '/auth/login', { body: { email, password: 'a new password' } })).status).toBe(200);
    await expect.poll(async () => (await call('GET', '/folders', { token })).status, { timeout: 5_000 }).toBe(401);
  });

  test('changing the password ends the other sessions, and this one goes on', { tag: '@engine' }, async () => {
    const { email, token } = await newLearner();
    const other = (await call('POST', '/auth/login', { body: { email, password } })).body.token as string;
    expect(
      (await call('PUT', '/auth/update-password', { token, body: { currentPassword: 'wrong', newPassword: 'a new password' } })).status,
    ).toBe(400);
    expect((await call('PUT', '/auth/update-password', { token, body: { currentPassword: password, newPassword: 'short' } })).status).toBe(
      400,
    );
    expect(
      (await call('PUT', '/auth/update-password', { body: { currentPassword: password, newPassword: 'a new password' } })).status,
    ).toBe(401);
    expect(
      (await call('PUT', '/auth/update-password', { token, body: { currentPassword: password, newPassword: 'a new password' } })).status,
    ).toBe(200);
    await expect.poll(async () => (await call('GET', '/folders', { token: other })).status, { timeout: 5_000 }).toBe(401);
    expect((await call('GET', '/folders', { token })).status).toBe(200);
  });

  test('names change, the address does not', async () => {
    const { email, token } = await newLearner();
    const changed = await call('PUT', '/auth/update-profile', {
      token,
      body: { firstName: 'Grace', lastName: 'Hopper', email: 'other@students.example' },
    });
    expect(changed.status).toBe(200);
    expect(changed.body.user).toMatchObject({ firstName: 'Grace', lastName: 'Hopper', email });
    expect((await call('PUT', '/auth/update-profile', { token, body: { firstName: ' ', lastName: 'x' } })).status).toBe(400);
    expect((await call('PUT', '/auth/update-profile', { body: { firstName: 'a', lastName: 'x' } })).status).toBe(401);
  });

  test('a deleted account is gone everywhere, and its address is free again', { tag: '@engine' }, async () => {
    const { email, token } = await newLearner();
    await call('POST', '/folders', { token, body: { name: 'Mine' } });
    expect((await call('DELETE', '/auth/delete-account')).status).toBe(401);
    expect((await call('DELETE', '/auth/delete-account', { token })).status).toBe(200);
    for (const path of ['/auth/user', '/folders', '/quizzes', '/subscription/status'])
      await expect.poll(async () => (await call('GET', path, { token })).status, { timeout: 5_000 }).toBe(401);
    expect((await call('POST', '/auth/login', { body: { email, password } })).status).toBe(401);
    expect((await register(email)).status).toBe(201);
  });
});
