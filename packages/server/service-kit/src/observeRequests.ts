import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { requestIdHeader, traceHeader } from './identity.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { givenRequestId, inRequest } from './requestContext.ts';
import type { ServiceEnvironment } from './ServiceEnvironment.ts';
import { currentTracing } from './tracing.ts';

/** Health checks and metrics are polled every few seconds, so they are not traced. */
const isMonitoring = (path: string): boolean => path === '/metrics' || path.startsWith('/health/');

/** Creates middleware that gives every request its id, and measures, traces and logs it under the route's pattern. */
export const observeRequests =
  ({ metrics, log }: { metrics: Metrics; log: Log }): MiddlewareHandler<ServiceEnvironment> =>
  async (c, next) => {
    const { method, path } = c.req;
    const requestId = givenRequestId(c.req.header(requestIdHeader)) ?? randomUUID();
    c.set('requestId', requestId);
    c.set('pattern', 'none');
    const observe = metrics.beginRequest();
    const span = isMonitoring(path) ? undefined : currentTracing()?.beginRequest({ method, requestId, parent: c.req.header(traceHeader) });
    const started = performance.now();
    await inRequest({ requestId, traceparent: span?.traceparent }, async () => {
      await next();
      c.header(requestIdHeader, requestId);
      const ms = performance.now() - started;
      const route = c.get('pattern');
      const { status } = c.res;
      observe({ method, route, status, seconds: ms / 1_000 });
      span?.end({ route, status });
      log('info', 'request', { method, route, status, ms: Math.round(ms) });
    });
  };
