import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface DrainTimes {
  /** How long new requests are still taken at least, in milliseconds: until a balancer has seen that this part is not ready. */
  leastMs: number;
  /** How long they are taken while a connection is open. A client on one learns with its next answer that it is to open another. */
  mostMs: number;
  /** How long what is under way may take after that. */
  activeMs: number;
}

const lookAgainMs = 20;
const mostTurns = 1_000;
const shortTurnMs = 0.5;
const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/**
 * Ends a server without a failed request. Just closing it would reset requests that are on their way on idle connections: so first
 * every answer says `connection: close` while requests are still taken, and only then the port and what is idle is closed.
 */
export function createDrain(server: Server) {
  /** Each with its newest answer. */
  const connections = new Map<Socket, ServerResponse | undefined>();
  let isDraining = false;
  let taken = 0;

  server.on('connection', (socket) => {
    taken += 1;
    connections.set(socket, undefined);
    socket.once('close', () => connections.delete(socket));
  });
  server.prependListener('request', (request, response) => {
    if (isDraining) response.setHeader('connection', 'close');
    connections.set(request.socket, response);
  });

  return {
    /** Whether the end has begun: the part is not ready any more. */
    isDraining: () => isDraining,
    /** Resolves when no connection is left: answered, or cut off after `activeMs`. @returns how many were cut off */
    async drain({ leastMs, mostMs, activeMs }: DrainTimes): Promise<number> {
      isDraining = true;
      for (const response of connections.values()) if (response && !response.headersSent) response.setHeader('connection', 'close');
      const begun = performance.now();
      const passed = () => performance.now() - begun;
      while (passed() < mostMs && (passed() < leastMs || connections.size > 0)) await pause(lookAgainMs);

      // Connections that wait to be taken while the port is closed are reset by the system, so it is closed after a short turn of the
      // event loop that found none.
      for (let turn = 0; turn < mostTurns; turn++) {
        const before = { taken, at: performance.now() };
        await new Promise<void>((resolve) => setImmediate(resolve));
        if (taken === before.taken && performance.now() - before.at < shortTurnMs) break;
      }
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // An answer whose head was out before the end began leaves its connection open behind it.
      const closing = setInterval(() => server.closeIdleConnections(), lookAgainMs);
      let cut = 0;
      const cutting = setTimeout(() => {
        cut = connections.size;
        server.closeAllConnections();
      }, activeMs);
      await closed;
      clearInterval(closing);
      clearTimeout(cutting);
      return cut;
    },
  };
}
export type Drain = ReturnType<typeof createDrain>;
