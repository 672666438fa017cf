import { SMTPServer } from 'smtp-server';
import type { Envelope } from './readMail.ts';

const MAIL_BYTES_MAX = 10_000_000;
const MESSAGE_TOO_LONG = 552;
/** How long open connections may finish at the end, in milliseconds. */
const CLOSE_TIMEOUT_MS = 100;

export interface SmtpOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host: string;
  /** Called with each message. */
  readonly received: (message: Buffer, envelope: Envelope) => Promise<void>;
}

/** A running SMTP server. */
export interface Smtp {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts an SMTP server that accepts every message of up to 10 MB, without sign-in or encryption. @throws Error when the port is taken */
export async function startSmtp({ port, host, received }: SmtpOptions): Promise<Smtp> {
  const smtp = new SMTPServer({
    banner: 'Lectern development mailbox',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAIL_BYTES_MAX,
    closeTimeout: CLOSE_TIMEOUT_MS,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        // A message that is too long is read to its end, or the client would not get the answer.
        if (!stream.sizeExceeded) chunks.push(chunk);
      });
      stream.on('error', done);
      stream.on('end', () => {
        if (stream.sizeExceeded) {
          done(Object.assign(new Error('The message is too long.'), { responseCode: MESSAGE_TOO_LONG }));
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) };
        received(Buffer.concat(chunks), envelope).then(() => done(), done);
      });
    },
  });
  // A dropped connection is no reason to stop.
  smtp.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    smtp.server.once('error', reject);
    smtp.listen(port, host, () => {
      smtp.server.removeListener('error', reject);
      resolve();
    });
  });
  const address = smtp.server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => new Promise((resolve) => smtp.close(() => resolve())),
  };
}
