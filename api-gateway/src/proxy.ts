import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Handler } from 'hono';
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
} from '@lectern/service-kit';
import { authenticate } from './authenticate.ts';
import { forward, hasBody } from './forward.ts';
import type { GatewayContext } from './GatewayContext.ts';
import type { GatewayEnvironment } from './GatewayEnvironment.ts';
import { bodyLimitsFor } from './routing.ts';

/** The headers of every answer of the API, from the gateway or a service. */
export const answerHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

/** Checks a call, waits for the learner's turn, and pipes it to its service and the answer back. */
export const proxy =
  (gateway: GatewayContext): Handler<GatewayEnvironment> =>
  async (c) => {
    const { incoming, outgoing } = c.env;
    const requestId = c.get('requestId');
    const target = c.get('target');
    const route = c.get('route');
    if (!target || !route) throw new DomainError('not_found', 'There is nothing at this address.');

    const authenticated = authenticate(gateway, route, c.req.header('x-auth-token'));
    // Most calls need not wait.
    const identity = authenticated instanceof Promise ? await authenticated : authenticated;
    if (hasBody(incoming)) refuseEncodedBody(incoming.headers['content-encoding']);
    const limits = bodyLimitsFor(route.call, incoming.headers['content-type']);
    if (Number(incoming.headers['content-length'] ?? 0) > limits.bytes) throw bodyTooLarge(limits);
    const clientAddress = gateway.clientAddress(incoming.socket.remoteAddress, incoming.headers['x-forwarded-for']?.toString());
    const counted = gateway.networkLimiter.count(route.call?.networkLimit, clientAddress);
    const answered = counted instanceof Promise ? await counted : counted;
    const isJson = limits.values !== undefined;
    const endTurn = await gateway.turns.take(c.env, identity.userId, isJson);
    if (!endTurn) return RESPONSE_ALREADY_SENT;

    const traceparent = currentRequest()?.traceparent;
    await forward({
      upstream: gateway.upstreams[route.service],
      slowClients: gateway.slowClients,
      incoming,
      outgoing,
      target: `${target.path}${target.query}`,
      scan: isJson ? createJsonScanner(limits) : createByteScanner(limits),
      isKept: route.call?.isKept ?? false,
      serviceHeaders: {
        [credentialHeader]: gateway.credentials.credentialFor(route, identity),
        [requestIdHeader]: requestId,
        ...(traceparent !== undefined && { [traceHeader]: traceparent }),
        [clientAddressHeader]: clientAddress,
      },
      answerHeaders: { [requestIdHeader]: requestId, ...answerHeaders, ...gateway.cors.headersFor(incoming.headers.origin) },
    }).finally(endTurn);
    answered(outgoing.statusCode);
    return RESPONSE_ALREADY_SENT;
  };
