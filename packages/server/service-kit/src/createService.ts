import { Hono } from 'hono';
import { matchedRoutes } from 'hono/route';
import { internalPaths, services, type ServiceName } from '@lectern/contracts';
import { openApiPaths } from '@lectern/contracts/openapi';
import { StoreUnavailableError } from '@lectern/document-store';
import { createCallHandler, type CallHandlerOptions } from './createCallHandler.ts';
import { checkCredentials } from './checkCredentials.ts';
import { observeRequests } from './observeRequests.ts';
import { answerNotFound, answerErrors } from './errorHandlers.ts';
import type { Metrics } from './metrics.ts';
import { refuseEncodedBody } from './refuseEncodedBody.ts';
import type { Route } from './route.ts';
import type { ServiceEnvironment } from './ServiceEnvironment.ts';
import { withinTime } from './withinTime.ts';

export type { ServiceEnvironment } from './ServiceEnvironment.ts';

export interface ServiceOptions extends CallHandlerOptions {
  name: ServiceName;
  routes: readonly Route[];
  /** Adds the `/internal/*` routes. Their credential is checked, too. */
  internal?: (app: Hono<ServiceEnvironment>) => void;
  /** Resolves if the service is ready, and rejects otherwise. */
  ready: () => Promise<void>;
  /** Explains why a ready service works with reduced functions; `undefined` if it does not. */
  degraded?: () => string | undefined;
  clock: () => Date;
  /** Served at `/metrics`, only on the service's own address. */
  metrics: Metrics;
}

/** A database that does not answer within this time counts as unavailable. Milliseconds. */
const readyMs = 2_000;

/** Health and metrics, which need no credential. */
function addMonitoring(
  app: Hono<ServiceEnvironment>,
  { ready, degraded, metrics, log }: Pick<ServiceOptions, 'ready' | 'degraded' | 'metrics' | 'log'>,
): void {
  app.get('/health/live', (c) => c.json({ status: 'live' }));
  app.get('/health/ready', async (c) => {
    try {
      await withinTime(readyMs, ready());
      const reason = degraded?.();
      return c.json(reason === undefined ? { status: 'ready' } : { status: 'degraded', reason });
    } catch (error) {
      log('warn', 'not.ready', { error });
      // Operators see only the store's own message; other errors are only in the log.
      const reason = error instanceof StoreUnavailableError ? { reason: error.message } : {};
      return c.json({ status: 'not ready', ...reason }, 503, { 'retry-after': '2' });
    }
  });
  app.get('/metrics', async (c) => {
    const { contentType, body } = await metrics.text();
    return c.body(body, 200, { 'content-type': contentType });
  });
}

/**
 * Creates a service's app from its dependencies. The app checks the internal credential, validates requests with the call's schemas, answers only
 * fields of the answer's schema, and converts every error once.
 *
 * @example
 * const app = createService({
 *   ...options,
 *   routes: [route(calls.getFolder, ({ userId, params }) => getFolder(library, userId, params.id))],
 *   isDeletedAccount: (userId) => deletedAccounts.has(userId),
 *   ready: () => store.ping(),
 * });
 */
export function createService(options: ServiceOptions): Hono<ServiceEnvironment> {
  const { name, routes } = options;
  const app = new Hono<ServiceEnvironment>();
  app.use(observeRequests(options));
  app.use(async (c, next) => {
    // The last matched route without a wildcard is the one that answers.
    c.set('pattern', matchedRoutes(c).findLast((each) => !each.path.endsWith('*'))?.path ?? 'none');
    await next();
  });
  app.onError(answerErrors(options));
  app.notFound(answerNotFound);
  addMonitoring(app, options);

  app.use(checkCredentials(options));
  app.use(async (c, next) => {
    const encoding = c.req.header('content-encoding');
    if (encoding !== undefined && c.req.raw.body) refuseEncodedBody(encoding);
    await next();
  });
  let paths: Record<string, never> | undefined;
  app.get(internalPaths.openApi, (c) => c.json((paths ??= openApiPaths(routes.map((each) => each.call)) as Record<string, never>)));
  app.get(internalPaths.version, (c) => c.json({ version: services[name].version }));
  options.internal?.(app);

  const handlerOf = createCallHandler(options);
  for (const route of routes) app.on(route.call.method, route.call.path, handlerOf(route));
  return app;
}
