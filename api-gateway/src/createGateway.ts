import { Hono, type ErrorHandler, type MiddlewareHandler } from 'hono';
import * as z from 'zod/mini';
import { internalPaths, serviceNames, Share, versionCall, type ServiceName } from '@lectern/contracts';
import { openApiDocument, openApiPaths } from '@lectern/contracts/openapi';
import {
  createClientAddress,
  createInternalClient,
  DomainError,
  errorAnswer,
  requestIdHeader,
  type InternalClient,
  type Log,
  type Metrics,
} from '@lectern/service-kit';
import { createAuthentication } from './createAuthentication.ts';
import { createCors, type Cors } from './createCors.ts';
import { createLearnerCredentials } from './createLearnerCredentials.ts';
import { createLearnerTurns } from './createLearnerTurns.ts';
import { createNetworkLimiter } from './createNetworkLimiter.ts';
import { answerHeaders, createProxy } from './createProxy.ts';
import { createRequestObserver } from './createRequestObserver.ts';
import { createShareLimiter, type AskShare } from './createShareLimiter.ts';
import { createSlowClientGuard } from './createSlowClientGuard.ts';
import { createUpstream, type Upstream } from './createUpstream.ts';
import { createVersions } from './createVersions.ts';
import type { GatewayEnvironment } from './GatewayEnvironment.ts';
import { isAskedLocally } from './isAskedLocally.ts';
import { keptFor } from './keptFor.ts';
import { createRevocationFeed } from './revocations.ts';
import { createSessionTokens } from './sessionTokens.ts';

export interface GatewayOptions {
  origins: Readonly<Record<ServiceName, string>>;
  tokenSecret: string;
  internalSecret: string;
  /** Address of the site, the one origin whose pages may call. */
  publicUrl: string;
  /** Address of the gateway, for the OpenAPI document. */
  apiUrl: string;
  trustedProxies: readonly string[];
  rateLimits: boolean;
  metrics: Metrics;
  log: Log;
  /** The wall clock. Tokens and credentials expire by it. */
  clock: () => Date;
  /** A monotonic clock in milliseconds, for durations; `performance.now` when left out. */
  monotonic?: () => number;
}

/** How long an answer of `/openapi.json` is kept, in milliseconds: a service that was just deployed appears in it soon. */
const apiDescriptionMs = 10_000;

/** Answers every error with the standard error body, and logs those that the client did not cause. */
const createErrorHandler =
  (log: Log, cors: Cors): ErrorHandler<GatewayEnvironment> =>
  (thrown, c) => {
    const error =
      thrown instanceof DomainError
        ? thrown
        : new DomainError('internal', 'Something went wrong on our side. Please try again.', { cause: thrown });
    if (['internal', 'unavailable', 'bad_gateway', 'timeout'].includes(error.code))
      log('error', 'gateway.failed', { upstream: c.get('route')?.service, error: error.cause ?? error });
    const { status, headers, body } = errorAnswer(error, c.get('requestId'));
    return new Response(JSON.stringify(body), {
      status,
      headers: { ...headers, ...answerHeaders, ...cors.headersFor(c.req.header('origin')) },
    });
  };

/** The longest wait for further calls of a learner or a network, in milliseconds. */
const shareMs = 2_000;

const askShare =
  (call: InternalClient): AskShare =>
  (body) =>
    call({ to: 'auth', method: 'POST', path: internalPaths.shares, body, answer: Share, timeoutMs: shareMs });

interface OwnAnswersOptions {
  feed: ReturnType<typeof createRevocationFeed>;
  call: InternalClient;
  cors: Cors;
  metrics: Metrics;
  apiUrl: string;
  monotonic: () => number;
  networkLimiter: ReturnType<typeof createNetworkLimiter>;
  addressOf: ReturnType<typeof createClientAddress>;
}

/** The addresses that the gateway answers itself: preflights, health, metrics, the description of the API, versions. */
function addOwnAnswers(app: Hono<GatewayEnvironment>, options: OwnAnswersOptions): void {
  const { feed, call, cors, metrics, apiUrl, monotonic, networkLimiter, addressOf } = options;
  const versions = createVersions({ call, monotonic });
  const limited: MiddlewareHandler<GatewayEnvironment> = async (c, next) => {
    const { socket, headers } = c.env.incoming;
    await networkLimiter.count(versionCall.networkLimit, addressOf(socket.remoteAddress, headers['x-forwarded-for']?.toString()));
    await next();
  };
  app.options('*', (c) => c.body(null, 204, cors.preflightHeadersFor(c.req.header('origin'))));

  app.get('/health/live', (c) => c.json({ status: 'live' }));
  app.get('/health/ready', (c) =>
    feed.isCurrent() ? c.json({ status: 'ready' }) : c.json({ status: 'not ready' }, 503, { 'retry-after': '2' }),
  );

  app.get('/metrics', async (c) => {
    if (!isAskedLocally(c.env.incoming)) return c.notFound();
    const { contentType, body } = await metrics.text();
    return c.body(body, 200, { 'content-type': contentType, 'cache-control': 'no-store' });
  });

  // Cached, because anybody may request it without a session.
  const apiDescription = keptFor(apiDescriptionMs, monotonic, async () => {
    const answer = z.record(z.string(), z.unknown());
    const parts = await Promise.all(serviceNames.map((to) => call({ to, path: internalPaths.openApi, answer, timeoutMs: 3_000 })));
    return JSON.stringify(openApiDocument(Object.assign(openApiPaths([versionCall]), ...parts) as Record<string, unknown>, apiUrl));
  });
  app.get('/openapi.json', limited, async (c) =>
    c.body(await apiDescription(), 200, { 'content-type': 'application/json', ...cors.headersFor(c.req.header('origin')) }),
  );

  app.get(versionCall.path, limited, async (c) =>
    c.json(await versions(), 200, {
      ...cors.headersFor(c.req.header('origin')),
      [requestIdHeader]: c.get('requestId'),
      ...answerHeaders,
    }),
  );
}

/**
 * A HEAD as the GET that it is answered like. Node leaves the body out. Hono would answer a HEAD by a copy of the answer: a second one for a call that
 * is piped.
 */
const asGet = (request: Request): Request => (request.method === 'HEAD' ? new Request(request.url, { headers: request.headers }) : request);

/** Creates the gateway's app: authentication, limits, headers, CORS, routing, merged OpenAPI, health. */
export function createGateway(options: GatewayOptions) {
  const { origins, internalSecret, rateLimits, metrics, log, clock, monotonic = () => performance.now() } = options;
  const call = createInternalClient({ from: 'gateway', origins, secret: internalSecret, clock });
  const feed = createRevocationFeed({ call, monotonic, log });
  const cors = createCors(options.publicUrl);
  const limiting = { monotonic, enabled: rateLimits, ask: askShare(call) };
  const networkLimiter = createNetworkLimiter(limiting);
  const addressOf = createClientAddress(options.trustedProxies);
  const slowClients = createSlowClientGuard({ monotonic });
  const stopSlowClients = slowClients.start();
  const upstreams = Object.fromEntries(serviceNames.map((name) => [name, createUpstream(origins[name])])) as Record<ServiceName, Upstream>;

  const app = new Hono<GatewayEnvironment>();
  app.use(createRequestObserver({ metrics, log, slowClients }));
  if (new URL(options.apiUrl).protocol === 'https:')
    app.use(async (c, next) => {
      // Set before the answer, which may be piped. Browsers then use HTTPS only, for a year.
      c.env.outgoing.setHeader('strict-transport-security', 'max-age=31536000');
      await next();
    });
  app.use(async (c, next) => {
    if (!c.get('target')) throw new DomainError('invalid', 'This address is not in its canonical form.');
    await next();
  });
  app.onError(createErrorHandler(log, cors));
  app.notFound(() => {
    throw new DomainError('not_found', 'There is nothing at this address.');
  });
  addOwnAnswers(app, { feed, call, cors, metrics, apiUrl: options.apiUrl, monotonic, networkLimiter, addressOf });
  app.all(
    '*',
    createProxy({
      upstreams,
      authenticate: createAuthentication({
        tokens: createSessionTokens(options.tokenSecret, clock),
        feed,
        limiter: createShareLimiter({ ...limiting, limit: 'calls' }),
      }),
      networkLimiter,
      turns: createLearnerTurns(rateLimits),
      credentials: createLearnerCredentials({ internalSecret, clock }),
      addressOf,
      cors,
      slowClients,
    }),
  );

  return {
    fetch: (request: Request, environment: GatewayEnvironment['Bindings']): Response | Promise<Response> =>
      app.fetch(asGet(request), environment),
    feed,
    slowClients,
    close: async (): Promise<void> => {
      stopSlowClients();
      await Promise.all(Object.values(upstreams).map((upstream) => upstream.close()));
    },
  };
}
