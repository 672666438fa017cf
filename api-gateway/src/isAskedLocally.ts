import type { IncomingMessage } from 'node:http';

/** Headers that a proxy adds. Behind a proxy on this machine every socket is local. */
const addedByProxies = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'] as const;

/** Returns whether a request comes from this machine and was not forwarded by a proxy. */
export const isAskedLocally = ({
  socket,
  headers,
}: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } }): boolean =>
  /^(?:127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '') && addedByProxies.every((name) => headers[name] === undefined);
