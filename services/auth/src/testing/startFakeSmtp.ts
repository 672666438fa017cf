import { createServer, type AddressInfo, type Socket } from 'node:net';

/** How the server treats new connections. */
export type SmtpMood =
  | { kind: 'takes' }
  /** Accepts the connection and sends nothing. */
  | { kind: 'hangs' }
  /** Answers a command with this line: `450 4.2.0 later`. */
  | { kind: 'refuses'; at: 'MAIL' | 'RCPT' | 'DATA'; answer: string }
  /** Receives the whole message and closes the connection instead of answering. */
  | { kind: 'cuts' }
  /** Stores the whole message and closes the connection instead of answering. */
  | { kind: 'keeps and cuts' };

interface TakenMail {
  from: string;
  to: string[];
  /** The received header and body, unchanged. */
  source: string;
}

/** Starts a mail server for tests, which can refuse, hang or disconnect. Port 0 means any free port. */
export async function startFakeSmtp(port = 0) {
  const taken: TakenMail[] = [];
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  let mood: SmtpMood = { kind: 'takes' };
  let asked = 0;

  const server = createServer((socket) => {
    sockets.add(socket);
    asked += 1;
    socket.on('close', () => sockets.delete(socket));
    // A client may drop its connection; the server continues.
    socket.on('error', () => undefined);
    if (mood.kind === 'hangs') return;
    let buffered = '';
    let isData = false;
    let mail: TakenMail = { from: '', to: [], source: '' };
    const say = (line: string) => socket.write(`${line}\r\n`);
    const answer = (command: 'MAIL' | 'RCPT' | 'DATA', usual: string): boolean => {
      const refusal = mood.kind === 'refuses' && mood.at === command ? mood.answer : undefined;
      say(refusal ?? usual);
      return refusal === undefined;
    };
    const hear = (line: string) => {
      if (isData) {
        if (line !== '.') {
          mail.source += `${line.replace(/^\.\./, '.')}\r\n`;
          return;
        }
        isData = false;
        if (mood.kind === 'cuts') return void socket.destroy();
        taken.push(mail);
        if (mood.kind === 'keeps and cuts') return void socket.destroy();
        return void say('250 taken');
      }
      commands.push(line);
      const address = /<([^<>]*)>/.exec(line)?.[1] ?? '';
      if (/^(EHLO|HELO)/i.test(line)) say('250-fake\r\n250 AUTH PLAIN');
      else if (/^MAIL/i.test(line)) {
        mail = { from: address, to: [], source: '' };
        answer('MAIL', '250 ok');
      } else if (/^RCPT/i.test(line)) {
        if (answer('RCPT', '250 ok')) mail.to.push(address);
      } else if (/^DATA/i.test(line)) isData = answer('DATA', '354 go on');
      else if (/^STARTTLS/i.test(line)) say('502 no such command');
      else if (/^AUTH/i.test(line)) say('235 signed in');
      else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else say('250 ok');
    };
    socket.on('data', (chunk) => {
      buffered += String(chunk);
      for (let end = buffered.indexOf('\r\n'); end >= 0; end = buffered.indexOf('\r\n')) {
        const line = buffered.slice(0, end);
        buffered = buffered.slice(end + 2);
        hear(line);
      }
    });
    say('220 fake');
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: listening } = server.address() as AddressInfo;
  return {
    port: listening,
    url: `smtp://127.0.0.1:${listening}`,
    taken,
    /** All received commands, unchanged. */
    commands,
    /** Returns the number of connections. */
    asked: () => asked,
    feel(next: SmtpMood) {
      mood = next;
      for (const socket of sockets) socket.destroy();
    },
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
export type FakeSmtp = Awaited<ReturnType<typeof startFakeSmtp>>;
