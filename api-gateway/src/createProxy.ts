import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Handler } from 'hono';
import type { ServiceName } from '@lectern/contracts';
import {
  bodyTooLarge,
  clientAddressHeader,
  createByteScanner,
  createJsonScanner,
  credentialHeader,
  currentRequest,
  DomainError,
  refuseEncodedBody,
  requestIdHeader,
  traceHeader,
  type createClientAddress,
} from '@lectern/service-kit';
import type { createAuthentication } from './createAuthentication.ts';
import type { Cors } from './createCors.ts';
import type { createLearnerCredentials } from './createLearnerCredentials.ts';
import type { createLearnerTurns } from './createLearnerTurns.ts';
import type { createNetworkLimiter } from './createNetworkLimiter.ts';
import type { SlowClientGuard } from './createSlowClientGuard.ts';
import type { Upstream } from './createUpstream.ts';
import { forward, hasBody } from './forward.ts';
import type { GatewayEnvironment } from './GatewayEnvironment.ts';
import { bodyLimitsFor } from './routing.ts';

/** Headers of every answer of the API, whoever made it. */
export const answerHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

export interface ProxyOptions {
  upstreams: Readonly<Record<ServiceName, Upstream>>;
  authenticate: ReturnType<typeof createAuthentication>;
  networkLimiter: ReturnType<typeof createNetworkLimiter>;
  turns: ReturnType<typeof createLearnerTurns>;
  credentials: ReturnType<typeof createLearnerCredentials>;
  addressOf: ReturnType<typeof createClientAddress>;
  cors: Cors;
  slowClients: SlowClientGuard;
}

/** Checks a call, waits for the learner's turn, and pipes it to its service and the answer back. */
export const createProxy =
  (options: ProxyOptions): Handler<GatewayEnvironment> =>
  async (c) => {
    const { incoming, outgoing } = c.env;
    const requestId = c.get('requestId');
    const target = c.get('target');
    const route = c.get('route');
    if (!target || !route) throw new DomainError('not_found', 'There is nothing at this address.');

    const authenticated = options.authenticate(route, c.req.header('x-auth-token'));
    // Most calls need not wait.
    const identity = authenticated instanceof Promise ? await authenticated : authenticated;
    if (hasBody(incoming)) refuseEncodedBody(incoming.headers['content-encoding']);
    const limits = bodyLimitsFor(route.call, incoming.headers['content-type']);
    if (Number(incoming.headers['content-length'] ?? 0) > limits.bytes) throw bodyTooLarge(limits);
    const clientAddress = options.addressOf(incoming.socket.remoteAddress, incoming.headers['x-forwarded-for']?.toString());
    const counted = options.networkLimiter.count(route.call?.networkLimit, clientAddress);
    const answered = counted instanceof Promise ? await counted : counted;
    const isJson = limits.values !== undefined;
    const endTurn = await options.turns.take(c.env, identity.userId, isJson);
    if (!endTurn) return RESPONSE_ALREADY_SENT;

    const traceparent = currentRequest()?.traceparent;
    await forward({
      upstream: options.upstreams[route.service],
      slowClients: options.slowClients,
      incoming,
      outgoing,
      target: `${target.path}${target.query}`,
      scan: isJson ? createJsonScanner(limits) : createByteScanner(limits),
      isKept: route.call?.isKept ?? false,
      serviceHeaders: {
        [credentialHeader]: options.credentials.credentialFor(route, identity),
        [requestIdHeader]: requestId,
        ...(traceparent !== undefined && { [traceHeader]: traceparent }),
        [clientAddressHeader]: clientAddress,
      },
      answerHeaders: { [requestIdHeader]: requestId, ...answerHeaders, ...options.cors.headersFor(incoming.headers.origin) },
    }).finally(endTurn);
    answered(outgoing.statusCode);
    return RESPONSE_ALREADY_SENT;
  };
