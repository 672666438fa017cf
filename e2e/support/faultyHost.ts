import { randomBytes } from 'node:crypto';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The fault of a host: no listener, a socket that never answers, a slow answer, or wrong bytes. */
export type Fault = 'dead' | 'hanging' | 'slow' | 'garbage';

export interface FaultyHost {
  /** Applies a fault to files whose path matches. Closes open connections. */
  fail: (fault: Fault, files?: RegExp) => Promise<void>;
  heal: () => Promise<void>;
  close: () => Promise<void>;
}

/** Speed of a slow host, in bytes per second: an entry of 24 kB takes minutes. */
const slowRate = 100;

/** A reverse proxy that can simulate the faults of a host. */
export const startFaultyHost = async ({ port, target }: { port: number; target: string }): Promise<FaultyHost> => {
  let present: { fault: Fault; files: RegExp } | undefined;
  const sockets = new Set<Socket>();

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse, rate?: number): void => {
    const upstream = request(new URL(incoming.url ?? '/', target), { method: incoming.method, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      if (rate === undefined) {
        answer.pipe(outgoing);
        return;
      }
      const bytes: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => bytes.push(chunk));
      answer.on('end', () => {
        const whole = Buffer.concat(bytes);
        let sent = 0;
        const timer = setInterval(() => {
          outgoing.write(whole.subarray(sent, (sent += rate / 10)));
          if (sent >= whole.length) outgoing.end();
        }, 100);
        outgoing.on('close', () => {
          clearInterval(timer);
        });
      });
    });
    upstream.on('error', () => outgoing.destroy());
    outgoing.on('close', () => upstream.destroy());
    incoming.pipe(upstream);
  };

  const answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const isHit = present !== undefined && present.files.test(incoming.url ?? '');
    if (!present || !isHit) pass(incoming, outgoing);
    else if (present.fault === 'dead') incoming.socket.destroy();
    else if (present.fault === 'slow') pass(incoming, outgoing, slowRate);
    else if (present.fault === 'garbage') {
      outgoing.writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' });
      outgoing.end(`${randomBytes(400).toString('base64')} }{`);
    }
    // A hanging host does not respond at all.
  };

  let server: Server | undefined;
  const open = async (): Promise<void> => {
    if (server) return;
    const made = createServer(answer);
    made.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    await new Promise<void>((resolve, reject) => {
      made.once('error', reject);
      made.listen(port, '127.0.0.1', resolve);
    });
    server = made;
  };
  const shut = async (): Promise<void> => {
    const closing = server;
    server = undefined;
    for (const socket of sockets) socket.destroy();
    if (closing) await new Promise((resolve) => closing.close(resolve));
  };
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };

  await open();
  return {
    fail: async (fault, files = /./) => {
      present = { fault, files };
      // A dead host without a pattern closes its port.
      if (fault === 'dead' && files.source === '.') await shut();
      else cut();
    },
    // Hanging requests stay unanswered; only new requests are served.
    heal: async () => {
      present = undefined;
      await open();
    },
    close: shut,
  };
};
