import { StoreUnavailableError } from '@lectern/document-store';
import { Drain } from './Drain.ts';
import { createHttpServer, type HttpServerOptions } from './createHttpServer.ts';
import type { Log } from './log.ts';
import { retry } from './retry.ts';
import type { ReadSettings } from './settings.ts';
import { startTracing } from './tracing.ts';

export interface ServeOptions extends Pick<HttpServerOptions, 'fetch' | 'pipe' | 'hostname' | 'readsBodiesToTheEnd'> {
  port: number;
  log: Log;
  /** The name in traces, and operational settings. Without them tracing is off and the defaults apply. */
  operations?: { part: string; settings: Pick<ReadSettings, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'DRAIN_SECONDS'> };
  /**
   * Prepares the part after it listens and before it is ready. Retried every second while the store is unavailable; the part answers health checks
   * meanwhile.
   */
  prepare?: () => Promise<void>;
  /** Releases timers and the store. Called after the last answer. */
  close: () => Promise<void>;
}

/** How long requests are accepted after the signal by default, in milliseconds, while a connection is open. */
const defaultDrainMs = 1_000;
/** How long requests are still accepted while one that arrived before the signal is running, so that a generation can finish. */
const workMs = 18_000;
/** How long requests in flight may take after that. */
const activeMs = 6_000;
/** The maximum time of `close`, in milliseconds; then the process exits. The total is below the 30 s of Kubernetes. */
const closeMs = 3_000;

/** The pause between attempts to prepare, in milliseconds. */
const prepareAgainMs = 1_000;
/** Logs one line per this many failures to prepare. */
const loggedEvery = 30;

/** Runs `work` until it succeeds. Retries only while the store is unavailable. */
const untilStoreAnswers = (work: () => Promise<void>, log: Log): Promise<void> =>
  retry(work, {
    pauseMs: () => prepareAgainMs,
    failed: (error, tries) => {
      if (!(error instanceof StoreUnavailableError)) throw error;
      if (tries === 1 || tries % loggedEvery === 0) log('warn', 'store.unavailable', { tries, error });
    },
  });

/**
 * Listens until SIGTERM, SIGINT or the end of the parent process. Then it drains requests, closes and exits. A supervising parent receives a message
 * when the part is ready.
 */
export async function serve(options: ServeOptions): Promise<void> {
  const { fetch, pipe, port, hostname, log, operations, prepare, close, readsBodiesToTheEnd = false } = options;
  const endpoint = operations?.settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  const stopTracing = operations && endpoint !== undefined ? await startTracing(operations.part, endpoint) : undefined;
  const drainSeconds = operations?.settings.DRAIN_SECONDS;

  await new Promise<void>((resolve, reject) => {
    const server = createHttpServer({
      fetch: (request, environment) =>
        drain.isDraining && new URL(request.url).pathname === '/health/ready'
          ? Response.json({ status: 'stopping' }, { status: 503, headers: { 'retry-after': '1' } })
          : fetch(request, environment),
      pipe,
      hostname,
      readsBodiesToTheEnd,
      refused: (requestId) => log('info', 'request.refused', { requestId }),
    });
    server.listen(port, hostname, () => resolve());
    const drain = new Drain(server);
    server.once('error', reject);
    let ending = false;
    const end = async (reason: string): Promise<void> => {
      if (ending) return;
      ending = true;
      log('info', 'stopping', { reason });
      const [leastMs, mostMs] = drainSeconds === undefined ? [0, defaultDrainMs] : [drainSeconds * 1_000, drainSeconds * 1_000];
      const cut = await drain.drain({ leastMs, mostMs, workMs, activeMs });
      if (cut > 0) log('warn', 'stopping.cut', { connections: cut });
      setTimeout(() => process.exit(1), closeMs).unref();
      try {
        await stopTracing?.();
        await close();
        log('info', 'stopped', {});
        process.exit(0);
      } catch (error) {
        log('error', 'close.failed', { error });
        process.exit(1);
      }
    };
    process.once('SIGTERM', () => void end('SIGTERM'));
    process.once('SIGINT', () => void end('SIGINT'));
    process.once('disconnect', () => void end('parent gone'));
  });
  log('info', 'listening', { port });
  if (prepare) await untilStoreAnswers(prepare, log);
  process.send?.({ ready: true });
}
