import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { currentTracing, givenRequestId, inRequest, readTarget, requestIdHeader } from '@lectern/service-kit';
import { dropUnreadBody } from './dropUnreadBody.ts';
import type { GatewayContext } from './GatewayContext.ts';
import type { GatewayEnvironment } from './GatewayEnvironment.ts';
import { routeOf } from './routing.ts';

/** The status in metrics and logs of a call whose client left before the answer. */
const clientGone = 499;

/**
 * The first middleware: gives each request its id, target and route, and counts, traces and logs it after its answer was sent or its client has
 * left.
 */
export const observeRequests =
  ({ metrics, log, slowClients }: GatewayContext): MiddlewareHandler<GatewayEnvironment> =>
  async (c, next) => {
    const { incoming, outgoing } = c.env;
    const method = incoming.method ?? c.req.method;
    const target = readTarget(incoming.url);
    // A HEAD request has the route of GET, and therefore its limits.
    const destination = target && routeOf(c.req.method, target.path);
    const requestId = givenRequestId(c.req.header(requestIdHeader)) ?? randomUUID();
    c.set('requestId', requestId);
    c.set('target', target);
    c.set('route', destination);
    const started = performance.now();
    const observe = metrics.beginRequest();
    // The number of metric labels must not depend on the paths that clients request.
    const route = destination?.call?.path ?? 'other';
    // A client's `traceparent` is not trusted: the trace starts here.
    const span = destination && currentTracing()?.beginRequest({ method, requestId, parent: undefined });
    // The answer is piped, so only the connection reports its end.
    outgoing.once('close', () => {
      const status = outgoing.headersSent ? outgoing.statusCode : clientGone;
      const ms = performance.now() - started;
      observe({ method, route, status, seconds: ms / 1_000 });
      span?.end({ route, status });
      log('info', 'request', {
        requestId,
        method,
        route,
        status,
        ms: Math.round(ms),
        upstream: destination?.service,
        ...(!outgoing.writableFinished && { gone: true }),
      });
    });
    await inRequest({ requestId, traceparent: span?.traceparent }, next);
    if (!incoming.complete) dropUnreadBody(incoming, slowClients);
  };
