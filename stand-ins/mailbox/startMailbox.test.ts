import { connect } from 'node:net';
import { startMailbox } from './startMailbox.ts';
import type { Mail } from './readMail.ts';
import type { Mailbox } from './startMailbox.ts';

let mailbox: Mailbox;
beforeEach(async () => {
  mailbox = await startMailbox({ smtpPort: 0, pagePort: 0, host: '127.0.0.1', clock: () => Date.UTC(2026, 0, 2) });
});
afterEach(() => mailbox.close());

const page = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${mailbox.pagePort}${path}`, init);
const listed = async () => (await (await page('/email')).json()) as Mail[];

/** Sends SMTP commands over one connection. @returns the server's answers */
const send = (messages: string | readonly string[], to = 'ann@example.com'): Promise<string[]> =>
  new Promise((resolve, reject) => {
    const mails = [messages]
      .flat()
      .flatMap((message) => ['MAIL FROM:<lectern@example.com>', `RCPT TO:<${to}>`, 'DATA', `${message.replaceAll('\n', '\r\n')}\r\n.`]);
    const steps = ['EHLO test', ...mails, 'QUIT'];
    const answers: string[] = [];
    const socket = connect(mailbox.smtpPort, '127.0.0.1');
    let buffered = '';
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      buffered += String(chunk);
      // The last line of a reply has a space after its code.
      while (/^\d{3} .*\r\n/m.test(buffered)) {
        const end = buffered.indexOf('\r\n', buffered.search(/^\d{3} /m)) + 2;
        answers.push(buffered.slice(0, end).trim());
        buffered = buffered.slice(end);
        const step = steps.shift();
        if (step) socket.write(`${step}\r\n`);
      }
    });
    socket.on('close', () => resolve(answers));
  });

/** Sends messages and expects the server to accept them. Its replies show why it did not. */
const deliver = async (messages: string | readonly string[], to?: string): Promise<void> => {
  const answers = await send(messages, to);
  expect(answers.map((answer) => answer.slice(0, 1))).toEqual(answers.map((answer) => (answer.startsWith('354') ? '3' : '2')));
  expect(answers.at(-1)).toMatch(/^221 /);
};

const simple = (subject: string, text = 'Hello') =>
  `From: Lectern <lectern@example.com>\nTo: Ann <ann@example.com>\nSubject: ${subject}\n\n${text}`;

describe('the mailbox', () => {
  it('lists received messages, oldest first, with plain addresses', async () => {
    await deliver(simple('First', 'Open this:\n\nhttp://localhost:3000/verify-email/abc'));
    await deliver(
      [
        'From: =?utf-8?Q?L=C3=A9ctern?= <lectern@example.com>',
        'To: "Ann, A." <ann@example.com>, ben@example.com',
        'Subject: =?utf-8?B?w5xiZXI=?=',
        'Date: Thu, 01 Jan 2026 12:00:00 +0100',
        'Content-Type: multipart/alternative; boundary=b',
        '',
        '--b',
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        'Gr=C3=BC=C3=9Fe',
        '--b',
        'Content-Type: text/html; charset=utf-8',
        '',
        '<p>Hi</p>',
        '--b--',
      ].join('\n'),
    );
    const [first, second] = (await listed()) as [Mail, Mail];
    expect(first).toEqual({
      from: 'lectern@example.com',
      to: 'ann@example.com',
      subject: 'First',
      text: 'Open this:\n\nhttp://localhost:3000/verify-email/abc\n',
      html: '',
      date: '2026-01-02T00:00:00.000Z',
    });
    expect(second).toMatchObject({ to: 'ann@example.com, ben@example.com', subject: 'Über', date: '2026-01-01T11:00:00.000Z' });
    expect(second.text.trim()).toBe('Grüße');
    expect(second.html.trim()).toBe('<p>Hi</p>');
  });

  it('uses the envelope when the message has no addresses', async () => {
    await deliver('Subject: Blind\n\nHello', 'zoe@example.com');
    expect(await listed()).toMatchObject([{ from: 'lectern@example.com', to: 'zoe@example.com' }]);
  });

  it('shows messages as text with clickable links, and escapes their markup', async () => {
    await deliver(simple('<script>alert(1)</script>', 'See <b>this</b>: http://localhost:3000/a?b=1&c=2 now'));
    const answer = await page('/');
    const text = await answer.text();
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).toContain('See &lt;b&gt;this&lt;/b&gt;');
    expect(text).toContain('<a href="http://localhost:3000/a?b=1&amp;c=2" rel="noreferrer">');
    expect(text).not.toContain('<script');
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'nonce-/);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('keeps the newest 500 messages', async () => {
    await deliver(Array.from({ length: 502 }, (_, n) => simple(`Mail ${n}`)));
    const mails = await listed();
    expect(mails).toHaveLength(500);
    expect(mails[0]?.subject).toBe('Mail 2');
    expect(mails[499]?.subject).toBe('Mail 501');
  });

  it('is emptied by DELETE', async () => {
    await deliver(simple('Gone'));
    expect((await page('/email', { method: 'DELETE' })).status).toBe(204);
    expect(await listed()).toEqual([]);
  });

  it('refuses a message over 10 MB and goes on', async () => {
    const answers = await send(simple('Long', `${'x'.repeat(990)}\n`.repeat(10_200)));
    expect(answers.at(-2)).toMatch(/^552/);
    await deliver(simple('Short'));
    expect(await listed()).toMatchObject([{ subject: 'Short' }]);
  });

  it('listens on loopback only, refuses foreign host names, and rejects when a port is taken', async () => {
    await expect(startMailbox({ smtpPort: 0, pagePort: 0, host: '0.0.0.0' })).rejects.toThrow(/loopback/);
    await expect(startMailbox({ smtpPort: 0, pagePort: mailbox.pagePort, host: '127.0.0.1' })).rejects.toThrow(/EADDRINUSE/);
    await expect(startMailbox({ smtpPort: mailbox.smtpPort, pagePort: 0, host: '127.0.0.1' })).rejects.toThrow(/EADDRINUSE/);
    const foreign = await new Promise<string>((resolve) => {
      const socket = connect(mailbox.pagePort, '127.0.0.1', () =>
        socket.write('GET /email HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'),
      );
      let answer = '';
      socket.on('data', (chunk) => (answer += String(chunk)));
      socket.on('close', () => resolve(answer));
    });
    expect(foreign).toMatch(/^HTTP\/1.1 421/);
  });
});
