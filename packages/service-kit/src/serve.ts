import { serve as listen, type HttpBindings } from '@hono/node-server';
import type { Log } from './log.ts';

export interface ServeOptions {
  fetch: (request: Request, environment: HttpBindings) => Response | Promise<Response>;
  port: number;
  hostname: string;
  log: Log;
  /**
   * The app itself reads a body to its end that it answered early. Without it a client whose body is not through half a second
   * after the answer is cut off.
   */
  readsBodiesToTheEnd?: boolean;
  /** Ends what the app holds: timers, store. Called after the last answer. */
  close: () => Promise<void>;
}

/**
 * Listens until TERM, INT or the end of the parent: then answers what is under way, closes, and ends the process. Tells a
 * supervising parent when it is ready.
 */
export async function serve({ fetch, port, hostname, log, close, readsBodiesToTheEnd = false }: ServeOptions): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const server = listen(
      {
        fetch: (request, environment) => fetch(request, environment as HttpBindings),
        port,
        hostname,
        autoCleanupIncoming: !readsBodiesToTheEnd,
      },
      () => resolve(),
    );
    server.once('error', reject);
    let ending = false;
    const end = (reason: string) => {
      if (ending) return;
      ending = true;
      log('info', 'stopping', { reason });
      // A request that hangs must not hold the process for ever.
      setTimeout(() => process.exit(1), 10_000).unref();
      server.close(() => {
        close().then(
          () => process.exit(0),
          (error: unknown) => {
            log('error', 'close.failed', { error });
            process.exit(1);
          },
        );
      });
      if ('closeIdleConnections' in server) server.closeIdleConnections();
    };
    process.once('SIGTERM', () => end('SIGTERM'));
    process.once('SIGINT', () => end('SIGINT'));
    process.once('disconnect', () => end('parent gone'));
  });
  log('info', 'listening', { port });
  process.send?.({ ready: true });
}
