import type { AddressInfo } from 'node:net';
import { Drain } from '@lectern/service-kit/drain';
import { createHttpServer, type Fetch } from '@lectern/service-kit/http-server';

export interface ServedPages {
  port: number;
  /**
   * Fails the readiness check but still serves for `drainSeconds`. Then closes the port and gives running requests six seconds. Resolves
   * when no connection is left. Further calls wait for the same shutdown.
   */
  stop(): Promise<void>;
}

const defaultDrainMs = 1_000;
/** Time for running requests, which take milliseconds. An idle keep-alive connection must not delay the shutdown. */
const activeMs = 6_000;

/** Starts listening. @throws Error if the port is taken */
export const servePages = async (options: {
  fetch: Fetch;
  port: number;
  host: string;
  drainSeconds: number | undefined;
}): Promise<ServedPages> => {
  const { fetch, port, host, drainSeconds } = options;
  const server = createHttpServer({
    fetch: (request, environment) =>
      drain.isDraining && new URL(request.url).pathname === '/health/ready'
        ? Response.json({ status: 'stopping' }, { status: 503, headers: { 'retry-after': '1' } })
        : fetch(request, environment),
    hostname: host,
  });
  const drain = new Drain(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  let ending: Promise<void> | undefined;
  const [leastMs, mostMs] = drainSeconds === undefined ? [0, defaultDrainMs] : [drainSeconds * 1_000, drainSeconds * 1_000];
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      (ending ??= (async () => {
        await drain.drain({ leastMs, mostMs, activeMs });
        server.closeAllConnections();
      })()),
  };
};
