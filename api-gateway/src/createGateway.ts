import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import * as z from 'zod/mini';
import { internalPaths, serviceNames, versionCall, type ServiceName } from '@lectern/contracts';
import { largestUpload } from '@lectern/contracts/body-limits';
import { openApiDocument, openApiPaths } from '@lectern/contracts/openapi';
import {
  bodyTooLarge,
  clientAddressHeader,
  createClientAddress,
  createByteScanner,
  createInternalClient,
  createJsonScanner,
  credentialHeader,
  currentRequest,
  currentTracing,
  DomainError,
  errorAnswer,
  givenRequestId,
  inRequest,
  issueLearnerCredential,
  readTarget,
  requestIdHeader,
  traceHeader,
  type Identity,
  type Log,
  type Metrics,
  type RequestTarget,
} from '@lectern/service-kit';
import { createCallLimiter } from './callLimiter.ts';
import { createNetworkLimiter } from './createNetworkLimiter.ts';
import { createSlowClientGuard } from './createSlowClientGuard.ts';
import { createTurns, type EndTurn } from './createTurns.ts';
import { createUpstream, type Upstream } from './createUpstream.ts';
import { forward } from './forward.ts';
import { isAskedLocally } from './isAskedLocally.ts';
import { keptFor } from './keptFor.ts';
import { createRevocationFeed } from './revocations.ts';
import { bodyLimitsFor, routeOf, type RequestRoute } from './routing.ts';
import { createSessionTokens } from './sessionTokens.ts';
import { createVersions } from './createVersions.ts';

export interface GatewayOptions {
  origins: Readonly<Record<ServiceName, string>>;
  tokenSecret: string;
  internalSecret: string;
  /** Address of the site, the one origin whose pages may call. */
  publicUrl: string;
  /** The gateway's own, for the OpenAPI. */
  apiUrl: string;
  trustedProxies: readonly string[];
  rateLimits: boolean;
  metrics: Metrics;
  log: Log;
  /** The time of day, for when tokens and credentials end. */
  clock: () => Date;
  /** Milliseconds that only ever grow, for how long something takes; `performance.now` when left out. */
  monotonic?: () => number;
}

interface Environment {
  Bindings: HttpBindings;
  /**
   * `target` is what the request asks for, once it is known to be canonical: the one thing that is routed by, and forwarded. `route` is
   * where it goes, unless nobody answers it.
   */
  Variables: { requestId: string; target: RequestTarget | undefined; route: RequestRoute | undefined };
}

/** In the metrics, the status of a call whose client left before the answer. */
const clientGone = 499;
/** How long the description of the API holds, in milliseconds: a service that was deployed is in it soon. */
const apiDescriptionMs = 10_000;
/** How long calls of one learner share a credential. */
const sharedMs = 30_000;
/**
 * Calls of one learner that are under way at once; more than a few pages of the site make. Uploads do not count: the library bounds
 * what they hold.
 */
const callsAtOnce = 32;
/** From so many bytes on JSON costs a service a good part of a second: a learner sends one such body at a time. */
const largeJson = 262_144;
/** Whose body is refused has no reason to be slow about it. */
const leastOfRestPerSecond = 10_240;

const corsOrigins = (publicUrl: string): ReadonlySet<string> => {
  const { origin, protocol, port, hostname } = new URL(publicUrl);
  // On one's own machine both spellings of the address are the same site.
  return new Set(hostname === 'localhost' ? [origin, `${protocol}//127.0.0.1${port ? `:${port}` : ''}`] : [origin]);
};

/** The API's front door: token, limits, headers, CORS, routing, merged OpenAPI, health. */
export function createGateway(options: GatewayOptions) {
  const { origins, internalSecret, metrics, log, clock, monotonic = () => performance.now() } = options;
  const tokens = createSessionTokens(options.tokenSecret, clock);
  const limiter = createCallLimiter(monotonic, options.rateLimits);
  const networkLimiter = createNetworkLimiter(monotonic, options.rateLimits);
  const addressOf = createClientAddress(options.trustedProxies);
  const call = createInternalClient({ from: 'gateway', origins, secret: internalSecret, clock });
  const feed = createRevocationFeed({ call, monotonic, log });
  const versions = createVersions({ call, monotonic });
  const allowedOrigins = corsOrigins(options.publicUrl);
  const upstreams = Object.fromEntries(serviceNames.map((name) => [name, createUpstream(origins[name])])) as Record<ServiceName, Upstream>;
  const slowClients = createSlowClientGuard({ monotonic });
  const turns = createTurns(options.rateLimits ? callsAtOnce : Infinity);
  const largeTurns = createTurns(options.rateLimits ? 1 : Infinity);
  const stopSlowClients = slowClients.start();

  /**
   * The rest of a body that was answered early is read and dropped, so that its sender comes to read the answer; but not more of it
   * than anything of ours could be.
   */
  const boundRest = (incoming: IncomingMessage): void => {
    const { socket } = incoming;
    let left = largestUpload;
    incoming.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) socket.destroy();
    });
    incoming.on('error', () => undefined);
    incoming.once(
      'close',
      slowClients.watch({ bytes: () => socket.bytesRead, leastPerSecond: leastOfRestPerSecond, cut: () => void socket.destroy() }),
    );
  };

  /** Waits until this call of a learner may go on; a slow body holds up no call without one. */
  const turnOf = async ({ incoming, outgoing }: HttpBindings, { userId }: Identity, isJson: boolean): Promise<EndTurn | undefined> => {
    const hasBody = incoming.headers['content-length'] !== undefined || incoming.headers['transfer-encoding'] !== undefined;
    if (userId === undefined || (hasBody && !isJson)) return () => undefined;
    // Of unknown length counts as large.
    const isLarge = hasBody && !(Number(incoming.headers['content-length']) <= largeJson);
    const [line, key] = isLarge ? [largeTurns, userId] : [turns, `${hasBody ? 'body' : 'none'} ${userId}`];
    const free = line.takeNow(key);
    if (free) return free;
    // An abort signal for every call would be an eighth of what it costs.
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort());
    const end = await line.take(key, gone.signal);
    if (!outgoing.destroyed) return end;
    end?.();
    return undefined;
  };

  // A credential lasts 60 s by the clock; one learner's calls share it for 30, unless the clock was set back before it was issued.
  const credentials = new Map<string, { credential: string; issuedAt: number }>();
  const credentialFor = (service: ServiceName, prefix: string, identity: Identity): string => {
    const key = `${prefix} ${identity.userId ?? ''} ${identity.sessionId ?? ''}`;
    const now = clock().getTime();
    const known = credentials.get(key);
    if (known && now >= known.issuedAt && now < known.issuedAt + sharedMs) return known.credential;
    if (credentials.size > 20_000) credentials.clear();
    const credential = issueLearnerCredential(internalSecret, service, prefix, identity, new Date(now));
    credentials.set(key, { credential, issuedAt: now });
    return credential;
  };

  const corsHeaders = (origin: string | undefined): Record<string, string> =>
    origin !== undefined && allowedOrigins.has(origin)
      ? { 'access-control-allow-origin': origin, 'access-control-expose-headers': 'x-next, retry-after, x-request-id', vary: 'origin' }
      : { vary: 'origin' };

  const app = new Hono<Environment>();

  app.use(async (c, next) => {
    const { incoming, outgoing } = c.env;
    const { method } = c.req;
    const target = readTarget(incoming.url);
    const requestId = givenRequestId(c.req.header(requestIdHeader)) ?? randomUUID();
    c.set('requestId', requestId);
    const started = performance.now();
    const observe = metrics.beginRequest();
    const destination = target && routeOf(method, target.path);
    const service = destination?.service;
    // The labels of metrics must not grow with what clients ask for.
    const route = destination?.call?.path ?? 'other';
    // What a client says about traces is not believed: a trace begins here.
    const span = service && currentTracing()?.beginRequest({ method, requestId, parent: undefined });
    // An answer is piped by others; when it is through, or its reader has gone, the connection tells.
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
        upstream: service,
        ...(!outgoing.writableFinished && { gone: true }),
      });
    });
    c.set('target', target);
    c.set('route', destination);
    await inRequest({ requestId, traceparent: span?.traceparent }, next);
    if (!incoming.complete) boundRest(incoming);
  });

  app.use(async (c, next) => {
    if (!c.get('target')) throw new DomainError('invalid', 'This address is not in its canonical form.');
    await next();
  });

  app.onError((thrown, c) => {
    const error =
      thrown instanceof DomainError
        ? thrown
        : new DomainError('internal', 'Something went wrong on our side. Please try again.', { cause: thrown });
    const requestId = c.get('requestId');
    if (['internal', 'unavailable', 'bad_gateway', 'timeout'].includes(error.code))
      log('error', 'gateway.failed', { upstream: c.get('route')?.service, error: error.cause ?? error });
    const { status, headers, body } = errorAnswer(error, requestId);
    return new Response(JSON.stringify(body), {
      status,
      headers: { ...headers, 'cache-control': 'no-store', ...corsHeaders(c.req.header('origin')) },
    });
  });
  app.notFound(() => {
    throw new DomainError('not_found', 'There is nothing at this address.');
  });

  app.options('*', (c) => {
    const headers = corsHeaders(c.req.header('origin'));
    return c.body(null, 204, {
      ...headers,
      'access-control-allow-methods': 'GET, POST, PUT, DELETE',
      'access-control-allow-headers': 'content-type, x-auth-token, idempotency-key, x-request-id',
      'access-control-max-age': '7200',
    });
  });

  app.get('/health/live', (c) => c.json({ status: 'live' }));
  app.get('/health/ready', (c) =>
    feed.isCurrent() ? c.json({ status: 'ready' }) : c.json({ status: 'not ready' }, 503, { 'retry-after': '2' }),
  );

  app.get('/metrics', async (c) => {
    if (!isAskedLocally(c.env.incoming)) return c.notFound();
    const { contentType, body } = await metrics.text();
    return c.body(body, 200, { 'content-type': contentType, 'cache-control': 'no-store' });
  });

  // Anybody may ask, so the services are asked once for many.
  const apiDescription = keptFor(apiDescriptionMs, monotonic, async () => {
    const answer = z.record(z.string(), z.unknown());
    const parts = await Promise.all(serviceNames.map((to) => call({ to, path: internalPaths.openApi, answer, timeoutMs: 3_000 })));
    return JSON.stringify(openApiDocument(Object.assign(openApiPaths([versionCall]), ...parts) as Record<string, unknown>, options.apiUrl));
  });
  app.get('/openapi.json', async (c) =>
    c.body(await apiDescription(), 200, { 'content-type': 'application/json', ...corsHeaders(c.req.header('origin')) }),
  );

  app.get(versionCall.path, async (c) =>
    c.json(await versions(), 200, {
      ...corsHeaders(c.req.header('origin')),
      [requestIdHeader]: c.get('requestId'),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    }),
  );

  app.all('*', async (c) => {
    const { incoming, outgoing } = c.env;
    const requestId = c.get('requestId');
    const target = c.get('target');
    const route = c.get('route');
    // A service would answer HEAD by doing what GET does, past the limits of that call. No call of the contract is a HEAD.
    if (!target || !route || c.req.method === 'HEAD') throw new DomainError('not_found', 'There is nothing at this address.');

    const { service, prefix, call: knownCall } = route;
    let identity: Identity = {};
    if (!knownCall?.isPublic) {
      const session = tokens.verify(c.req.header('x-auth-token'));
      if (!session) throw new DomainError('session_ended', 'Please sign in.');
      if (!feed.isCurrent())
        throw new DomainError('unavailable', 'We cannot check your session right now. Please try again.', { retryAfterSeconds: 2 });
      if (feed.isEnded(session.sessionId)) throw new DomainError('session_ended', 'Your session has ended. Please sign in again.');
      const wait = limiter.count(session.userId);
      if (wait !== undefined)
        throw new DomainError('rate_limited', 'Too many requests. Please wait a moment.', { retryAfterSeconds: wait });
      identity = session;
    }
    const limits = bodyLimitsFor(knownCall, incoming.headers['content-type']);
    if (Number(incoming.headers['content-length'] ?? 0) > limits.bytes) throw bodyTooLarge(limits);

    const clientAddress = addressOf(incoming.socket.remoteAddress, incoming.headers['x-forwarded-for']?.toString());
    const answered = networkLimiter.count(knownCall?.networkLimit, clientAddress);
    const traceparent = currentRequest()?.traceparent;
    const endTurn = await turnOf(c.env, identity, limits.values !== undefined);
    if (!endTurn) return RESPONSE_ALREADY_SENT;
    await forward({
      upstream: upstreams[service],
      slowClients,
      incoming,
      outgoing,
      target: `${target.path}${target.query}`,
      scan: limits.values === undefined ? createByteScanner(limits) : createJsonScanner(limits),
      serviceHeaders: {
        [credentialHeader]: credentialFor(service, prefix, identity),
        [requestIdHeader]: requestId,
        ...(traceparent !== undefined && { [traceHeader]: traceparent }),
        [clientAddressHeader]: clientAddress,
      },
      answerHeaders: {
        [requestIdHeader]: requestId,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        ...corsHeaders(incoming.headers.origin),
      },
    }).finally(endTurn);
    answered(outgoing.statusCode);
    return RESPONSE_ALREADY_SENT;
  });

  return {
    app,
    feed,
    slowClients,
    close: async (): Promise<void> => {
      stopSlowClients();
      await Promise.all(Object.values(upstreams).map((upstream) => upstream.close()));
    },
  };
}
