import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startMailbox, type Mailbox } from '@lectern/stand-ins/mailbox';
import { freePort } from '@lectern/test-servers';
import { expect, test } from '@playwright/test';
import { call } from '../support/api.ts';
import { startSite, type RunningSite } from '../support/site.ts';

interface Mail {
  to: string;
  subject: string;
  text: string;
}

const person = (email: string, password: string) => ({ firstName: 'Ada', lastName: 'Byron', email, password });

/** The public address of the site, which mails link to. */
const publicUrl = 'https://lectern.students.example';

let site: RunningSite;
let smtpPort: number;
let mailbox: Mailbox | undefined;
const open = async () => {
  mailbox = await startMailbox({ smtpPort, pagePort: 0, host: '127.0.0.1' });
};
const shut = async () => {
  await mailbox?.close();
  mailbox = undefined;
};
const mailsTo = async (to: string): Promise<Mail[]> => {
  const answer = await fetch(`http://127.0.0.1:${mailbox?.pagePort ?? 0}/email`);
  return ((await answer.json()) as Mail[]).filter((mail) => mail.to === to);
};
const tokenFor = async (to: string, kind: 'verify-email' | 'reset-password'): Promise<string> => {
  const find = async () =>
    (await mailsTo(to))
      .flatMap(({ text }) => text.split('\n').filter((line) => line.includes(`/${kind}/`)))
      .at(-1)
      ?.split('/')
      .at(-1);
  await expect.poll(find).toBeDefined();
  return (await find()) ?? '';
};

test.beforeAll(async () => {
  smtpPort = await freePort();
  site = await startSite({ environment: { SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, PUBLIC_URL: publicUrl } });
});
test.afterAll(async () => {
  await site.stop();
  await shut();
});

test('while the mail server is down calls answer at once; the mail arrives when it is back, once, also after a crash', async () => {
  const email = 'waiting@students.example';
  const started = performance.now();
  expect((await call('POST', '/auth/register', { body: person(email, 'a long password') }, site.api)).status).toBe(201);
  // Far below any SMTP timeout, although it includes hashing the password.
  expect(performance.now() - started).toBeLessThan(5_000);
  const pids = () => JSON.parse(readFileSync(join(site.dataFolder, 'pids.json'), 'utf8')) as Record<string, number>;
  const killed = pids()['auth'] ?? 0;
  process.kill(killed, 'SIGKILL');
  await expect.poll(() => pids()['auth']).not.toBe(killed);
  await open();
  const token = await tokenFor(email, 'verify-email');
  expect((await call('GET', `/auth/verify-email/${token}`, {}, site.api)).status).toBe(200);
  expect((await mailsTo(email))[0]?.text.split('\n')).toContain(`${publicUrl}/verify-email/${token}`);
  // Mail is sent in order, so a duplicate of the first mail would arrive before this one.
  await call('POST', '/auth/forgot-password', { body: { email } }, site.api);
  await tokenFor(email, 'reset-password');
  expect((await mailsTo(email)).map((mail) => mail.subject)).toEqual([
    'Verify your email for Lectern',
    'Choose a new password for Lectern',
  ]);
});

test('nothing that the site writes has a password, a token or a mail address in it', async () => {
  if (!mailbox) await open();
  const name = 'unmistakable.learner';
  const email = `${name}@students.example`;
  const secret = (number: number) => `Swordfish-${number}-Swordfish`;
  const post = (path: string, body: object, headers: Record<string, string> = {}) => call('POST', path, { body, headers }, site.api);
  await post('/auth/register', person(email, secret(1)), { 'idempotency-key': 'Swordfish-key' });
  const verify = await tokenFor(email, 'verify-email');
  await post('/auth/resend-verification', { email });
  await post('/auth/login', { email, password: secret(1) });
  const token = (await call('GET', `/auth/verify-email/${verify}`, {}, site.api)).body.token as string;
  await call('GET', `/auth/verify-email/${verify}`, {}, site.api);
  await call('GET', `/auth/verify-email/${verify}/${email}`, {}, site.api);
  await call('GET', '/auth/user', { token }, site.api);
  await call('GET', `/auth/user?token=${token}&email=${email}`, { token: `${token}x` }, site.api);
  await post('/auth/login', { email, password: secret(2) });
  await post('/auth/login', { email: { $ne: email }, password: secret(3) });
  await call(
    'POST',
    '/auth/login',
    { raw: `{"email":"${email}","password":"${secret(4)}"`, headers: { 'content-type': 'application/json' } },
    site.api,
  );
  const put = (path: string, body: object) => call('PUT', path, { token, body }, site.api);
  await put('/auth/update-profile', { firstName: 'Ada', lastName: email });
  await put('/auth/update-password', { currentPassword: secret(5), newPassword: secret(6) });
  await put('/auth/update-password', { currentPassword: secret(1), newPassword: secret(7) });
  await post('/auth/forgot-password', { email });
  const reset = await tokenFor(email, 'reset-password');
  await post(`/auth/reset-password/${reset}`, { password: 'short' });
  await post(`/auth/reset-password/${reset}`, { password: secret(8) });
  await post(`/auth/reset-password/${reset}`, { password: secret(9) });
  const second = (await post('/auth/login', { email, password: secret(8) })).body.token as string;
  const third = (await post('/auth/login', { email, password: secret(8) })).body.token as string;
  await call('POST', '/auth/logout', { token: third }, site.api);
  await expect.poll(async () => (await mailsTo(email)).filter((mail) => mail.subject.includes('was changed')).length).toBe(2);

  // A mail server's refusal also names the address, and so does the error for a missing server.
  await shut();
  await call('DELETE', '/auth/delete-account', { token: second }, site.api);
  const folder = join(site.dataFolder, 'logs');
  const written = () => [...readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8')), site.output()].join('\n');
  await expect.poll(written).toMatch(/mail\.retry.*account-deleted/);
  await open();
  await expect.poll(async () => (await mailsTo(email)).at(-1)?.subject, { timeout: 40_000 }).toBe('Your Lectern account was deleted');

  // The stores' files must not contain a password or a token either, neither in their pages nor in their logs.
  const stored = readdirSync(join(site.dataFolder, 'auth')).map((file) => readFileSync(join(site.dataFolder, 'auth', file), 'latin1'));
  expect(stored.length).toBeGreaterThan(0);
  for (const word of ['Swordfish', verify, reset, token, second, third]) expect(stored.some((bytes) => bytes.includes(word))).toBe(false);

  const log = written();
  expect(log).toContain('/auth/update-password');
  const signature = (whole: string) => whole.split('.')[2] ?? whole;
  for (const [what, word] of Object.entries({
    address: name,
    'address in a path': `${name}%40`,
    password: 'Swordfish',
    'verification token': verify,
    'reset token': reset,
    'session token': signature(token),
    'second session token': signature(second),
    'third session token': signature(third),
  }))
    expect(log.includes(word), what).toBe(false);
});
