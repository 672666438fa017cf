import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { call, mailedLink, newLearner, password, theSite } from '../../support/api.ts';
import { forgeToken, nowSeconds, secretOf } from '../../support/forgery.ts';

interface Mail {
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  date: string;
}

const mailsTo = async (to: string, subject: string): Promise<Mail[]> =>
  ((await (await fetch(`${theSite().mailbox}/email`)).json()) as Mail[]).filter((mail) => mail.to === to && mail.subject === subject);
const mailTo = async (to: string, subject: string): Promise<Mail> => {
  await expect.poll(async () => (await mailsTo(to, subject)).length).toBeGreaterThan(0);
  const [mail] = await mailsTo(to, subject);
  if (!mail) throw new Error(`No mail "${subject}".`);
  return mail;
};
const linksOf = ({ text }: Mail) => text.split('\n').filter((line) => line.startsWith('http'));

/** Sends auth an event as if it came from billing. */
const tellAuth = (event: object) =>
  call(
    'POST',
    '/internal/events',
    {
      body: event,
      headers: {
        'x-internal-credential': forgeToken(secretOf('INTERNAL_SECRET'), {
          aud: 'auth',
          typ: 'service-call',
          iss: 'billing',
          path: '/internal/events',
          iat: nowSeconds(),
          exp: nowSeconds() + 60,
        }),
      },
    },
    `http://127.0.0.1:${theSite().ports.AUTH_SERVICE_PORT}`,
  );

test('a changed password is mailed, by settings and by a reset, with what to do if it was somebody else', async () => {
  const { email, token } = await newLearner();
  const subject = 'Your Lectern password was changed';
  const changed = await call('PUT', '/auth/update-password', { token, body: { currentPassword: password, newPassword: 'a new password' } });
  expect(changed.status).toBe(200);
  const mail = await mailTo(email, subject);
  expect(linksOf(mail)).toEqual([`${theSite().site}/forgot-password`]);
  expect(mail.html).toContain(`href="${theSite().site}/forgot-password"`);
  expect(mail.text).toContain(email);
  await call('POST', '/auth/forgot-password', { body: { email } });
  const link = (await mailedLink(email, 'reset-password')).split('/').at(-1) ?? '';
  expect((await call('POST', `/auth/reset-password/${link}`, { body: { password: 'a third password' } })).status).toBe(200);
  await expect.poll(async () => (await mailsTo(email, subject)).length).toBe(2);
});

test('a deleted account is confirmed to its address, once', async () => {
  const { email, token } = await newLearner();
  const answers = await Promise.all([1, 2, 3].map(() => call('DELETE', '/auth/delete-account', { token })));
  expect(answers.map(({ status }) => status)).toContain(200);
  const mail = await mailTo(email, 'Your Lectern account was deleted');
  expect(mail.text).toContain(email);
  expect(linksOf(mail)).toEqual([]);
  // Mail is sent in order, so a duplicate would arrive before this later mail.
  await call('POST', '/auth/register', { body: { firstName: 'Ada', lastName: 'Byron', email, password } });
  await mailedLink(email, 'verify-email', theSite(), 2);
  expect(await mailsTo(email, 'Your Lectern account was deleted')).toHaveLength(1);
});

test('a failed payment is mailed once for an event, however often it is told', async () => {
  const { email, userId } = await newLearner();
  const event = { type: 'payment.failed', eventId: randomUUID(), userId, amount: 999, currency: 'usd' };
  const answers = await Promise.all(Array.from({ length: 10 }, () => tellAuth(event)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const subject = 'Your payment for Lectern Premium failed';
  const mail = await mailTo(email, subject);
  expect(linksOf(mail)).toEqual([`${theSite().site}/subscription`]);
  expect(mail.text).toContain('$9.99');
  await tellAuth({ ...event, eventId: randomUUID(), amount: 1_234 });
  await expect.poll(async () => (await mailsTo(email, subject)).length).toBe(2);
});

test('fifty requests for a mail at once give one mail', { tag: '@engine' }, async () => {
  const { email } = await newLearner();
  const answers = await Promise.all(Array.from({ length: 50 }, () => call('POST', '/auth/forgot-password', { body: { email } })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const link = await mailedLink(email, 'reset-password');
  expect(
    (await call('POST', `/auth/reset-password/${link.split('/').at(-1) ?? ''}`, { body: { password: 'a new password' } })).status,
  ).toBe(200);
  await mailTo(email, 'Your Lectern password was changed');
  expect(await mailsTo(email, 'Choose a new password for Lectern')).toHaveLength(1);
});

test('a name cannot put a link, a header or a message into a mail to somebody else', async () => {
  const email = `${randomUUID()}@students.example`;
  const register = (firstName: string) => call('POST', '/auth/register', { body: { firstName, lastName: '<img src=x>', email, password } });
  expect((await register('Ada\r\nBcc: eve@evil.example\r\n\r\nhttps://evil.example/verify-email/x')).status).toBe(400);
  expect((await register('Your account is locked: call evil.example, https://evil.example/verify-email/x')).status).toBe(201);
  const mail = await mailTo(email, 'Verify your email for Lectern');
  expect(linksOf(mail)).toHaveLength(1);
  expect(linksOf(mail)[0]).toContain(`${theSite().site}/verify-email/`);
  expect(`${mail.text}${mail.html}`).not.toMatch(/evil\.example|locked/);
  expect(await mailsTo('eve@evil.example', mail.subject)).toEqual([]);
});
