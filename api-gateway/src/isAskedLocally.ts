import type { IncomingMessage } from 'node:http';

/** What a proxy on the same machine adds: behind one, every caller's socket is local. */
const addedByProxies = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'] as const;

/** Whether a request was made on this very machine, and not for somebody elsewhere. */
export const isAskedLocally = ({
  socket,
  headers,
}: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } }): boolean =>
  /^(?:127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '') && addedByProxies.every((name) => headers[name] === undefined);
