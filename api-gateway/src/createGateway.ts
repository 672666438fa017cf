import { Hono, type Context, type MiddlewareHandler } from 'hono';
import * as z from 'zod/mini';
import { internalPaths, serviceNames, Share, versionCall, type ServiceName } from '@lectern/contracts';
import { openApiDocument, openApiPaths } from '@lectern/contracts/openapi';
import { ShareLimiter, type AskShare } from '@lectern/rate-limits';
import {
  createClientAddress,
  createInternalClient,
  DomainError,
  inRequest,
  requestIdHeader,
  type InternalClient,
  type Log,
  type Metrics,
} from '@lectern/service-kit';
import type { HttpServerOptions, Pipe } from '@lectern/service-kit/http-server';
import { answerHeaders, answerOf } from './answerOf.ts';
import { Cors } from './Cors.ts';
import { dropUnreadBody } from './dropUnreadBody.ts';
import type { GatewayContext } from './GatewayContext.ts';
import type { GatewayEnvironment } from './GatewayEnvironment.ts';
import { isAskedLocally } from './isAskedLocally.ts';
import { keptFor } from './keptFor.ts';
import { LearnerCredentials } from './LearnerCredentials.ts';
import { LearnerTurns } from './LearnerTurns.ts';
import { NetworkLimiter } from './NetworkLimiter.ts';
import { observeRequest } from './observeRequest.ts';
import { pipeCalls } from './pipe.ts';
import { RevocationFeed } from './RevocationFeed.ts';
import { SessionTokens } from './SessionTokens.ts';
import { SlowClientGuard } from './SlowClientGuard.ts';
import { Upstream } from './Upstream.ts';
import { versionsOf } from './versions.ts';

export interface GatewayOptions {
  origins: Readonly<Record<ServiceName, string>>;
  tokenSecret: string;
  internalSecret: string;
  /** The address of the site, the only origin whose pages may call the gateway. */
  publicUrl: string;
  /** The address of the gateway, for the OpenAPI document. */
  apiUrl: string;
  trustedProxies: readonly string[];
  rateLimits: boolean;
  metrics: Metrics;
  log: Log;
  /** The wall clock, for the expiry of tokens and credentials. */
  clock: () => Date;
  /** A monotonic clock in milliseconds, for durations. Defaults to `performance.now`. */
  monotonic?: () => number;
}

/** The gateway, for `createHttpServer`. */
export interface Gateway extends Pick<HttpServerOptions, 'fetch'> {
  pipe: Pipe;
  feed: RevocationFeed;
  slowClients: SlowClientGuard;
  close: () => Promise<void>;
}

/** How long an answer of `/openapi.json` is cached, in milliseconds. Short, so that a newly deployed service appears soon. */
const apiDescriptionMs = 10_000;

/** The maximum wait for further calls of a learner or a network, in milliseconds. */
const shareMs = 2_000;

const askShare =
  (call: InternalClient): AskShare =>
  (body) =>
    call({ to: 'auth', method: 'POST', path: internalPaths.shares, body, answer: Share, timeoutMs: shareMs });

/** Adds the routes that the gateway answers itself: preflights, health, metrics, the API description, versions. */
function addOwnAnswers(app: Hono<GatewayEnvironment>, gateway: GatewayContext): void {
  const { feed, call, cors, metrics, apiUrl, monotonic, networkLimiter, clientAddress } = gateway;
  const versions = versionsOf({ call, monotonic });
  const limited: MiddlewareHandler<GatewayEnvironment> = async (c, next) => {
    const { socket, headers } = c.env.incoming;
    await networkLimiter.count(versionCall.networkLimit, clientAddress(socket.remoteAddress, headers['x-forwarded-for']?.toString()));
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

  // Cached, because anyone may request it without a session.
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

/** Converts a HEAD request to the equivalent GET. Node omits the body; Hono would omit its length, too. */
const asGet = (request: Request): Request => (request.method === 'HEAD' ? new Request(request.url, { headers: request.headers }) : request);

const contextOf = (options: GatewayOptions): GatewayContext => {
  const { origins, internalSecret, tokenSecret, publicUrl, apiUrl, trustedProxies, rateLimits, metrics, log, clock } = options;
  const monotonic = options.monotonic ?? (() => performance.now());
  const call = createInternalClient({ from: 'gateway', origins, secret: internalSecret, clock });
  const limiting = { monotonic, enabled: rateLimits, ask: askShare(call) };
  return {
    upstreams: Object.fromEntries(serviceNames.map((name) => [name, new Upstream(origins[name])])) as Record<ServiceName, Upstream>,
    tokens: new SessionTokens(tokenSecret, clock),
    feed: new RevocationFeed({ call, monotonic, log }),
    learnerLimiter: new ShareLimiter({ ...limiting, limit: 'calls' }),
    networkLimiter: new NetworkLimiter(limiting),
    turns: new LearnerTurns(rateLimits),
    credentials: new LearnerCredentials(internalSecret, clock),
    clientAddress: createClientAddress(trustedProxies),
    cors: new Cors(publicUrl),
    // Browsers then use only HTTPS for a year.
    transportHeaders: new URL(apiUrl).protocol === 'https:' ? { 'strict-transport-security': 'max-age=31536000' } : {},
    slowClients: new SlowClientGuard({ monotonic }),
    call,
    apiUrl,
    metrics,
    log,
    monotonic,
  };
};

/** Creates the app for the requests that no service answers. */
function createOwnApp(gateway: GatewayContext): Hono<GatewayEnvironment> {
  const app = new Hono<GatewayEnvironment>();
  app.use(async (c, next) => {
    const { incoming, outgoing } = c.env;
    for (const [name, value] of Object.entries(gateway.transportHeaders)) outgoing.setHeader(name, value);
    const context = observeRequest(gateway, c.env, undefined);
    c.set('requestId', context.requestId);
    await inRequest(context, next);
    if (!incoming.complete) dropUnreadBody(incoming, gateway.slowClients);
  });
  const answerError = (error: unknown, { env, get }: Context<GatewayEnvironment>): Response => {
    const { status, headers, body } = answerOf(error, gateway, env.incoming, get('requestId'));
    return new Response(body, { status, headers });
  };
  app.onError((error, c) => answerError(error, c));
  app.notFound((c) => answerError(new DomainError('not_found', 'There is nothing at this address.'), c));
  addOwnAnswers(app, gateway);
  return app;
}

/** Creates the gateway: authentication, limits, headers, CORS, routing, merged OpenAPI, health. */
export function createGateway(options: GatewayOptions): Gateway {
  const gateway = contextOf(options);
  const { feed, slowClients } = gateway;
  const stopSlowClients = slowClients.start();
  const app = createOwnApp(gateway);
  return {
    fetch: (request, environment) => app.fetch(asGet(request), environment),
    pipe: pipeCalls(gateway),
    feed,
    slowClients,
    close: async () => {
      stopSlowClients();
      await Promise.all(Object.values(gateway.upstreams).map((upstream) => upstream.close()));
    },
  };
}
