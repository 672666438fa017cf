import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import { createDrain } from '@lectern/service-kit/drain';
import type { Hono } from 'hono';

export interface ServedPages {
  port: number;
  /**
   * Not ready from now on, but answering for as long as `drainSeconds` says; then the port closes, and what is under way has six seconds.
   * Resolves when no connection is left. Called again it waits for the same end.
   */
  stop(): Promise<void>;
}

const usualDrainMs = 1_000;
/** Answers take milliseconds; a connection that is kept open must not hold the end up. */
const activeMs = 6_000;

/** Listens. @throws Error when the port is taken */
export const servePages = async (options: {
  fetch: Hono['fetch'];
  port: number;
  host: string;
  drainSeconds: number | undefined;
}): Promise<ServedPages> => {
  const { fetch, port, host, drainSeconds } = options;
  let drain: ReturnType<typeof createDrain> | undefined;
  const [server, listening] = await new Promise<[Server, number]>((resolve, reject) => {
    const started = serve(
      {
        fetch: (request, environment) =>
          drain?.isDraining() && new URL(request.url).pathname === '/health/ready'
            ? Response.json({ status: 'stopping' }, { status: 503, headers: { 'retry-after': '1' } })
            : fetch(request, environment),
        port,
        hostname: host,
      },
      (address) => {
        resolve([started, address.port]);
      },
    ) as Server;
    drain = createDrain(started);
    started.once('error', reject);
  });
  let ending: Promise<void> | undefined;
  const [leastMs, mostMs] = drainSeconds === undefined ? [0, usualDrainMs] : [drainSeconds * 1_000, drainSeconds * 1_000];
  return {
    port: listening,
    stop: () =>
      (ending ??= (async () => {
        await drain?.drain({ leastMs, mostMs, activeMs });
        server.closeAllConnections();
      })()),
  };
};
