import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { currentTracing, givenRequestId, requestIdHeader, type RequestContext } from '@lectern/service-kit';
import type { GatewayContext } from './GatewayContext.ts';
import type { RequestRoute } from './routing.ts';

/** The status in metrics and logs of a call whose client left before the answer. */
const clientGone = 499;

/**
 * Gives a request its id, and counts, traces and logs it after its answer was sent or its client has left.
 *
 * @param destination - `undefined` for requests that no service answers
 */
export function observeRequest(
  { metrics, log }: Pick<GatewayContext, 'metrics' | 'log'>,
  { incoming, outgoing }: HttpBindings,
  destination: RequestRoute | undefined,
): RequestContext {
  const method = incoming.method ?? 'GET';
  const requestId = givenRequestId(incoming.headers[requestIdHeader]?.toString()) ?? randomUUID();
  const started = performance.now();
  const observe = metrics.beginRequest();
  // The number of metric labels must not depend on the paths that clients request.
  const route = destination?.call?.path ?? 'other';
  // A client's `traceparent` is not trusted: the trace starts here.
  const span = destination && currentTracing()?.beginRequest({ method, requestId, parent: undefined });
  // The answer is piped, so only the connection reports its end.
  outgoing.on('close', () => {
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
  return { requestId, traceparent: span?.traceparent };
}
