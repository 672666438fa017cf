import type { HttpBindings } from '@hono/node-server';
import {
  bodyTooLarge,
  clientAddressHeader,
  createByteScanner,
  createJsonScanner,
  credentialHeader,
  inRequest,
  refuseEncodedBody,
  requestIdHeader,
  traceHeader,
  type RequestContext,
  type RequestTarget,
} from '@lectern/service-kit';
import type { Pipe } from '@lectern/service-kit/http-server';
import { answerHeaders, answerOf } from './answerOf.ts';
import { authenticate } from './authenticate.ts';
import { dropUnreadBody } from './dropUnreadBody.ts';
import { forward, hasBody } from './forward.ts';
import type { GatewayContext } from './GatewayContext.ts';
import { observeRequest } from './observeRequest.ts';
import { bodyLimitsFor, routeOf, type RequestRoute } from './routing.ts';

interface Call extends HttpBindings {
  target: RequestTarget;
  route: RequestRoute;
  context: RequestContext;
}

/** Checks a call, waits for the learner's turn, and pipes it to its service and the answer back. @throws DomainError */
async function pipeCall(gateway: GatewayContext, { incoming, outgoing, target, route, context }: Call): Promise<void> {
  const { headers } = incoming;
  const { requestId, traceparent } = context;
  const authenticated = authenticate(gateway, route, headers['x-auth-token']?.toString());
  // Most calls need not wait.
  const identity = authenticated instanceof Promise ? await authenticated : authenticated;
  if (hasBody(incoming)) refuseEncodedBody(headers['content-encoding']);
  const limits = bodyLimitsFor(route.call, headers['content-type']);
  if (Number(headers['content-length'] ?? 0) > limits.bytes) throw bodyTooLarge(limits);
  const clientAddress = gateway.clientAddress(incoming.socket.remoteAddress, headers['x-forwarded-for']?.toString());
  const counted = gateway.networkLimiter.count(route.call?.networkLimit, clientAddress);
  const answered = counted instanceof Promise ? await counted : counted;
  const isJson = limits.values !== undefined;
  const taken = gateway.turns.take({ incoming, outgoing }, identity.userId, isJson);
  const endTurn = taken instanceof Promise ? await taken : taken;
  if (!endTurn) return;
  outgoing.on('close', endTurn);

  const serviceHeaders = [
    credentialHeader,
    gateway.credentials.credentialFor(route, identity),
    requestIdHeader,
    requestId,
    clientAddressHeader,
    clientAddress,
  ];
  if (traceparent !== undefined) serviceHeaders.push(traceHeader, traceparent);
  await forward({
    upstream: gateway.upstreams[route.service],
    slowClients: gateway.slowClients,
    incoming,
    outgoing,
    target: target.path + target.query,
    scan: isJson ? createJsonScanner(limits) : createByteScanner(limits),
    isKept: route.call?.isKept ?? false,
    serviceHeaders,
    answerHeaders: {
      [requestIdHeader]: requestId,
      ...answerHeaders,
      ...gateway.transportHeaders,
      ...gateway.cors.headersFor(headers.origin),
    },
  });
  answered(outgoing.statusCode);
}

/** Answers a call that fails with the error's answer. */
async function answerCall(gateway: GatewayContext, call: Call): Promise<void> {
  const { incoming, outgoing, route, context } = call;
  try {
    await pipeCall(gateway, call);
  } catch (error) {
    const { status, headers, body } = answerOf(error, gateway, incoming, context.requestId, route);
    outgoing.writeHead(status, { ...headers, ...gateway.transportHeaders, 'content-length': Buffer.byteLength(body) }).end(body);
  }
  if (!incoming.complete) dropUnreadBody(incoming, gateway.slowClients);
}

/** Answers the calls of services. The app answers all other requests. */
export const pipeCalls =
  (gateway: GatewayContext): Pipe =>
  (incoming, outgoing, target) => {
    if (incoming.method === 'OPTIONS') return false;
    // A HEAD request has the route of GET, and therefore its limits.
    const route = routeOf(incoming.method === 'HEAD' ? 'GET' : (incoming.method ?? 'GET'), target.path);
    if (!route) return false;
    const context = observeRequest(gateway, { incoming, outgoing }, route);
    void inRequest(context, () => answerCall(gateway, { incoming, outgoing, target, route, context }));
    return true;
  };
