import { startFakeSmtp, type FakeSmtp } from '../testing/startFakeSmtp.ts';
import { createSmtpMailer } from './createSmtpMailer.ts';
import { MailError, type Mail, type Mailer } from './Mailer.ts';

const from = 'Lectern <no-reply@lectern.example>';
const mail: Mail = { to: 'ada@students.example', subject: 'Grüße', text: 'Hello\n\nhttp://localhost:3000/x\n', html: '<p>Hello</p>' };
const metadata = { id: '019ce000-0000-7000-8000-000000000001', date: new Date('2026-03-05T10:00:00Z') };

let smtp: FakeSmtp;
let mailer: Mailer;
beforeEach(async () => {
  smtp = await startFakeSmtp();
  mailer = createSmtpMailer({ smtpUrl: smtp.url, from });
});
afterEach(async () => {
  mailer.close();
  await smtp.close();
});

const failure = (sent: Promise<void>): Promise<MailError> =>
  sent.then(
    () => Promise.reject(new Error('It was sent.')),
    (error: MailError) => error,
  );
const header = (source: string, name: string) => new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(source)?.[1];

describe('sending by SMTP', () => {
  it('sets sender, date, message id and the header of automatic mails', async () => {
    await mailer.send(mail, metadata);
    const [taken] = smtp.taken;
    const source = taken?.source ?? '';
    expect(taken).toMatchObject({ from: 'no-reply@lectern.example', to: ['ada@students.example'] });
    expect(header(source, 'From')).toBe('Lectern <no-reply@lectern.example>');
    expect(header(source, 'To')).toBe('ada@students.example');
    expect(header(source, 'Date')).toBe('Thu, 05 Mar 2026 10:00:00 +0000');
    expect(header(source, 'Message-ID')).toBe(`<${metadata.id}@lectern.example>`);
    expect(header(source, 'Auto-Submitted')).toBe('auto-generated');
    expect(header(source, 'Content-Type')).toMatch(/^multipart\/alternative/);
    expect(source).toContain('Content-Type: text/plain; charset=utf-8');
    expect(source).toContain('Content-Type: text/html; charset=utf-8');
  });

  it('says how a mail that comes again and again is ended, by one request (RFC 8058)', async () => {
    const unsubscribeUrl = `https://api.lectern.example/reviews/reminders/${'a'.repeat(90)}/unsubscribe`;
    await mailer.send({ ...mail, unsubscribeUrl }, metadata);
    await mailer.send(mail, metadata);
    const [reminder = '', other = ''] = smtp.taken.map(({ source }) => source);
    expect(header(reminder, 'List-Unsubscribe')?.trim()).toBe(`<${unsubscribeUrl}>`);
    expect(header(reminder, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(other).not.toContain('List-Unsubscribe');
  });

  it('has the same message id when it is sent again', async () => {
    await mailer.send(mail, metadata);
    await mailer.send(mail, metadata);
    const ids = smtp.taken.map(({ source }) => header(source, 'Message-ID'));
    expect(ids).toEqual([ids[0], ids[0]]);
    expect(ids[0]).toBeDefined();
  });

  it.each([
    'ada@students.example, eve@evil.example',
    'ada@students.example\r\nBcc: eve@evil.example',
    '"<eve@evil.example>" ada@students.example',
  ])('cannot be made to send to a second address or add a header: %j', async (to) => {
    await mailer.send({ ...mail, to, subject: 'Hello\r\nBcc: eve@evil.example' }, metadata).catch(() => undefined);
    for (const { to: recipients, source } of smtp.taken) {
      expect(recipients).toHaveLength(1);
      expect(header(source, 'Bcc')).toBeUndefined();
    }
  });

  it.each([
    [450, 'RCPT', false],
    [550, 'RCPT', true],
    [451, 'DATA', false],
    [554, 'DATA', true],
    // A refused sender is a mistake in the settings, so the mail is retried and not given up.
    [550, 'MAIL', false],
  ] as const)('classifies a refusal of %i at %s (permanent: %s), without the address', async (code, at, isPermanent) => {
    smtp.feel({ kind: 'refuses', at, answer: `${code} 5.1.1 <ada@students.example> no` });
    const error = await failure(mailer.send(mail, metadata));
    expect(error).toBeInstanceOf(MailError);
    expect(error).toMatchObject({ details: { responseCode: code }, isRefused: true, isPermanent });
    expect(`${error.message} ${error.stack ?? ''} ${JSON.stringify(error)}`).not.toContain('ada@');
    expect(error.cause).toBeUndefined();
  });

  it('sends its password to another machine only over TLS', async () => {
    const withPassword = (host: string) =>
      createSmtpMailer({ smtpUrl: `smtp://lectern:secret@${host}:${smtp.port}`, from, timeoutMs: 1_000 });
    // An address of this machine that does not look like one.
    const [remote, local] = [withPassword('0.0.0.0'), withPassword('127.0.0.1')];
    expect(await failure(remote.send(mail, metadata))).toMatchObject({ code: 'ETLS', isPermanent: false });
    expect(smtp.commands.filter((command) => command.startsWith('AUTH'))).toEqual([]);
    await local.send(mail, metadata);
    expect(smtp.commands).toContainEqual(expect.stringMatching(/^AUTH PLAIN /));
    remote.close();
    local.close();
  });

  it('rejects when a server hangs, disconnects or is down, and sends when it is back', async () => {
    smtp.feel({ kind: 'hangs' });
    const impatient = createSmtpMailer({ smtpUrl: smtp.url, from, timeoutMs: 200 });
    expect(await failure(impatient.send(mail, metadata))).toMatchObject({ code: 'ETIMEDOUT', isPermanent: false });
    impatient.close();
    smtp.feel({ kind: 'cuts' });
    expect(await failure(mailer.send(mail, metadata))).toMatchObject({ isPermanent: false });
    await smtp.close();
    expect(await failure(mailer.send(mail, metadata))).toMatchObject({ isPermanent: false });
    smtp = await startFakeSmtp(smtp.port);
    await mailer.send(mail, metadata);
    expect(smtp.taken).toHaveLength(1);
  });
});
