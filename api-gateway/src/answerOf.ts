import type { IncomingMessage } from 'node:http';
import { DomainError, errorAnswer } from '@lectern/service-kit';
import type { GatewayContext } from './GatewayContext.ts';
import type { RequestRoute } from './routing.ts';

/** The headers of every answer of the API, from the gateway or a service. */
export const answerHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

/**
 * Returns the answer to an error, and logs an error that the client did not cause.
 *
 * @param route - the destination of the request; `undefined` without one
 */
export function answerOf(
  thrown: unknown,
  { log, cors }: Pick<GatewayContext, 'log' | 'cors'>,
  { headers: given }: Pick<IncomingMessage, 'headers'>,
  requestId: string,
  route?: RequestRoute,
): { status: number; headers: Record<string, string>; body: string } {
  const error =
    thrown instanceof DomainError
      ? thrown
      : new DomainError('internal', 'Something went wrong on our side. Please try again.', { cause: thrown });
  if (['internal', 'unavailable', 'bad_gateway', 'timeout'].includes(error.code))
    log('error', 'gateway.failed', { upstream: route?.service, error: error.cause ?? error });
  const { status, headers, body } = errorAnswer(error, requestId);
  return { status, headers: { ...headers, ...answerHeaders, ...cors.headersFor(given.origin) }, body: JSON.stringify(body) };
}
