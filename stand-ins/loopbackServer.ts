import type { AddressInfo } from 'node:net';
import { createHttpServer } from '@lectern/service-kit/http-server';

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/;

/** Whether a name or address can only mean this machine. */
const isLoopback = (host: string): boolean => LOOPBACK_HOST.test(host);

/** @throws Error if `host` can be reached from other machines, because the stand-ins have no sign-in */
export function assertLoopback(host: string): void {
  if (!isLoopback(host)) throw new Error(`This listens on loopback only, not on ${host}.`);
}

/** A running server and its port. */
export interface LoopbackServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves HTTP on loopback. Refuses requests for other host names, so that no foreign page can read it through DNS rebinding.
 * @throws Error if the port is taken or `host` is not loopback.
 */
export function serveLoopback(options: {
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly host: string;
  readonly port: number;
}): Promise<LoopbackServer> {
  const { fetch, host, port } = options;
  assertLoopback(host);
  const guarded = (request: Request): Response | Promise<Response> =>
    isLoopback(new URL(request.url).hostname) ? fetch(request) : new Response('This is served to its own machine only.', { status: 421 });
  return new Promise((resolve, reject) => {
    const server = createHttpServer({ fetch: guarded, hostname: host });
    server.once('error', reject);
    server.listen(port, host, () => {
      resolve({
        port: (server.address() as AddressInfo).port,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          }),
      });
    });
  });
}
