import { memoryStore } from '@lectern/document-store/testing';
import { createMetrics, type Log } from '@lectern/service-kit';
import { mailsCollection } from '../store.ts';
import { startFakeSmtp } from '../testing/startFakeSmtp.ts';
import { createSmtpMailer } from './createSmtpMailer.ts';
import { MailError, type Mail, type Mailer } from './Mailer.ts';
import { createMailQueue } from './createMailQueue.ts';
import type { MailRequest } from './MailRequest.ts';

const mail: Mail = { to: 'ada@students.example', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
const changed: MailRequest = { kind: 'password-changed', at: '2026-03-05T10:00:00Z' };
const hour = 3_600_000;

const make = () => {
  const time = { now: new Date('2026-03-05T10:00:00Z') };
  const store = memoryStore([mailsCollection]);
  const sent: string[] = [];
  const lines: string[] = [];
  const log: Log = (level, event, fields) => void lines.push(JSON.stringify([level, event, fields]));
  const mood: { send: (id: string) => Promise<void> } = { send: async () => undefined };
  const mailer: Mailer = {
    async send(_mail, { id }) {
      await mood.send(id);
      sent.push(id);
    },
    close: () => undefined,
  };
  const start = (compose: () => Promise<Mail | undefined> = async () => mail, by = mailer) =>
    createMailQueue({ store, compose, mailer: by, metrics: createMetrics({ part: 'auth' }), log, clock: () => time.now });
  const pass = (ms: number) => {
    time.now = new Date(time.now.getTime() + ms);
  };
  return { store, mails: store.collection(mailsCollection), sent, lines, mood, start, pass };
};
const settled = async (queue: ReturnType<ReturnType<typeof make>['start']>) => {
  queue.flush();
  await queue.idle();
};

describe('the queue of mails', () => {
  it('sends a repeated request once, and keeps only its id', async () => {
    const { start, sent, mails } = make();
    const queue = start();
    for (let round = 0; round < 3; round++) {
      await queue.add({ id: 'm1', userId: 'u1', request: changed });
      await settled(queue);
    }
    expect(sent).toEqual(['m1']);
    const kept = await mails.get('m1');
    expect([kept?.request, kept?.userId, kept?.dueAt]).toEqual([undefined, undefined, undefined]);
    await queue.stop();
  });

  it('sends each of 60 entries once from three processes on one store', async () => {
    const { start, sent, mood } = make();
    mood.send = () => new Promise((resolve) => setImmediate(resolve));
    const queues = [start(), start(), start()];
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => queues[index % 3]?.add({ id: `m${index}`, userId: 'u1', request: changed })),
    );
    for (let round = 0; sent.length < 60 && round < 100; round++) await Promise.all(queues.map(settled));
    expect(sent).toHaveLength(60);
    expect(new Set(sent).size).toBe(60);
    await Promise.all(queues.map((queue) => queue.stop()));
  });

  it('retries with growing pauses while the server is down, and sends once when it is back', async () => {
    const { start, sent, mood, pass } = make();
    const queue = start();
    let tries = 0;
    mood.send = async () => {
      tries += 1;
      throw new MailError({ code: 'ECONNECTION' });
    };
    await queue.add({ id: 'm1', userId: 'u1', request: changed });
    await settled(queue);
    await settled(queue);
    expect(tries).toBe(1);
    for (let round = 0; round < 120; round++) {
      pass(1_000);
      await settled(queue);
    }
    // After 1, 2, 4 and then every 8 seconds.
    expect(tries).toBeGreaterThan(12);
    expect(tries).toBeLessThan(20);
    mood.send = async () => undefined;
    pass(8_000);
    await settled(queue);
    pass(hour);
    await settled(queue);
    expect(sent).toEqual(['m1']);
    await queue.stop();
  });

  it('sends a mail again under the same Message-ID when the answer of the server was lost', async () => {
    const { start, mails, pass } = make();
    const smtp = await startFakeSmtp();
    const mailer = createSmtpMailer({ smtpUrl: smtp.url, from: 'Lectern <no-reply@lectern.example>' });
    const queue = start(async () => mail, mailer);
    smtp.feel({ kind: 'keeps and cuts' });
    await queue.add({ id: 'password-changed-e1', userId: 'u1', request: changed });
    await settled(queue);
    smtp.feel({ kind: 'takes' });
    pass(hour);
    await settled(queue);
    const headersOf = (name: string) => smtp.taken.map(({ source }) => new RegExp(`^${name}: (.*)`, 'im').exec(source)?.[1]?.trim());
    expect(headersOf('Message-ID')).toEqual(['<password-changed-e1@lectern.example>', '<password-changed-e1@lectern.example>']);
    const [date, sameDate] = headersOf('Date');
    expect(sameDate).toBe(date);
    expect((await mails.get('password-changed-e1'))?.dueAt).toBeUndefined();
    await queue.stop();
    mailer.close();
    await smtp.close();
  });

  it('does not wait longer when the clock is set back', async () => {
    const { start, sent, mood, pass } = make();
    const queue = start();
    mood.send = async () => {
      throw new MailError({ code: 'ECONNECTION' });
    };
    for (const id of ['m1', 'm2', 'm3']) await queue.add({ id, userId: 'u1', request: changed });
    await settled(queue);
    mood.send = async () => undefined;
    // The clock is set back by less than the longest pause, so the due time may be that of a pause.
    pass(-60_000);
    await settled(queue);
    expect(sent).toEqual([]);
    pass(-hour);
    await settled(queue);
    expect(sent.sort()).toEqual(['m1', 'm2', 'm3']);
    await queue.stop();
  });

  it('sends a request once also when the clock is set back meanwhile', async () => {
    const { start, sent, mood, pass, mails } = make();
    const queue = start();
    let begun = 0;
    let end: () => void = () => undefined;
    mood.send = () => {
      begun += 1;
      return new Promise((resolve) => (end = resolve));
    };
    await queue.add({ id: 'm1', userId: 'u1', request: changed });
    queue.flush();
    while (begun === 0) await new Promise((resolve) => setImmediate(resolve));
    const before = (await mails.get('m1'))?.dueAt;
    pass(-hour);
    queue.flush();
    while ((await mails.get('m1'))?.dueAt === before) await new Promise((resolve) => setImmediate(resolve));
    end();
    await queue.idle();
    expect([begun, sent]).toEqual([1, ['m1']]);
    await queue.stop();
  });

  it('waits half a minute after a temporary refusal', async () => {
    const { start, sent, mood, pass } = make();
    const queue = start();
    mood.send = async () => {
      throw new MailError({ code: 'EENVELOPE', isRefused: true, details: { command: 'RCPT TO', responseCode: 450 } });
    };
    await queue.add({ id: 'm1', userId: 'u1', request: changed });
    await settled(queue);
    mood.send = async () => undefined;
    pass(29_000);
    await settled(queue);
    expect(sent).toEqual([]);
    pass(1_000);
    await settled(queue);
    expect(sent).toEqual(['m1']);
    await queue.stop();
  });

  it('gives a permanently refused mail up after three tries, and logs no address', async () => {
    const { start, sent, mood, pass, lines, mails } = make();
    const queue = start();
    let tries = 0;
    mood.send = async () => {
      tries += 1;
      throw new MailError({ code: 'EENVELOPE', isRefused: true, isPermanent: true, details: { command: 'RCPT TO', responseCode: 550 } });
    };
    await queue.add({
      id: 'm1',
      userId: undefined,
      request: { kind: 'account-deleted', email: mail.to, firstName: 'Ada', at: '2026-03-05T10:00:00Z' },
    });
    for (let round = 0; round < 50; round++) {
      await settled(queue);
      pass(10_000);
    }
    expect([tries, sent.length]).toEqual([3, 0]);
    expect(JSON.stringify(await mails.get('m1'))).not.toContain(mail.to);
    expect(lines.at(-1)).toMatch(/mail\.givenUp.*"RCPT TO".*550/);
    expect(lines.join('\n')).not.toContain(mail.to);
    await queue.stop();
  });

  it('gives a mail up after a day, also when no process ran, and deletes the address', async () => {
    const { start, sent, mood, pass, mails, lines } = make();
    const first = start();
    mood.send = async () => {
      throw new MailError({ code: 'ECONNECTION' });
    };
    await first.add({
      id: 'm1',
      userId: undefined,
      request: { kind: 'account-deleted', email: mail.to, firstName: 'Ada', at: '2026-03-05T10:00:00Z' },
    });
    await settled(first);
    await first.stop();
    pass(24 * hour);
    mood.send = async () => undefined;
    const second = start();
    await settled(second);
    expect(sent).toEqual([]);
    expect(JSON.stringify(await mails.get('m1'))).not.toContain(mail.to);
    expect(lines.at(-1)).toMatch(/mail\.givenUp/);
    await second.stop();
  });

  it('sends other mails while one hangs, and sends that one after its process has ended', async () => {
    const { start, sent, mood, pass, mails } = make();
    const dying = start();
    let begun = 0;
    mood.send = (id) => {
      if (id !== 'm1') return Promise.resolve();
      begun += 1;
      return new Promise(() => undefined);
    };
    await dying.add({ id: 'm1', userId: 'u1', request: changed });
    await dying.add({ id: 'm2', userId: 'u1', request: changed });
    while (!sent.includes('m2')) await new Promise((resolve) => setImmediate(resolve));
    // The process that is sending it does not send it again when the clock jumps.
    const before = (await mails.get('m1'))?.dueAt;
    pass(hour);
    dying.flush();
    while ((await mails.get('m1'))?.dueAt === before) await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toBe(1);
    // The process is killed here. The lease of the hanging mail ends, and then another process takes it.
    const ended = dying.stop();
    mood.send = async () => undefined;
    const next = start();
    await settled(next);
    expect(sent).toEqual(['m2']);
    pass(5_001);
    await settled(next);
    expect(sent).toEqual(['m2', 'm1']);
    await next.stop();
    await ended;
  });

  it('drops mails with nothing to send, and those of a deleted account', async () => {
    const { start, sent, mood, pass } = make();
    const pointless = start(async () => undefined);
    await pointless.add({ id: 'm1', userId: 'u1', request: changed });
    await settled(pointless);
    await pointless.stop();
    const queue = start();
    mood.send = async () => {
      throw new MailError({ code: 'ECONNECTION' });
    };
    await queue.add({ id: 'm2', userId: 'u2', request: changed });
    await settled(queue);
    mood.send = async () => undefined;
    await queue.erase('u2');
    pass(hour);
    await settled(queue);
    expect(sent).toEqual([]);
    await queue.stop();
  });
});
