/**
 * fastify with @fastify/http-proxy and the gateway's duties for each call, done the way fastify's users do them, as its own process:
 * `node fastifyProxy.ts PORT ORIGIN SECRET`.
 */
import { randomUUID } from 'node:crypto';
import httpProxy from '@fastify/http-proxy';
import fastify, { LogController } from 'fastify';
import { Histogram, Registry } from 'prom-client';
import { isValidToken } from './isValidToken.ts';

const [port = '0', upstream = '', secret = ''] = process.argv.slice(2);

const toService = new Set(['content-type', 'content-length', 'accept', 'accept-language', 'user-agent', 'idempotency-key']);
const toBrowser = new Set(['content-type', 'content-length', 'x-next', 'retry-after', 'location', 'content-disposition']);
const only = <T>(headers: Readonly<Record<string, T>>, names: ReadonlySet<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => names.has(name)));

const requests = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time from a request to the end of its answer.',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180],
  registers: [new Registry()],
});

const server = fastify({
  logger: true,
  genReqId: () => randomUUID(),
  requestIdHeader: 'x-request-id',
  logController: new LogController({ disableRequestLogging: true }),
});
server.addHook('onResponse', (request, reply, done) => {
  const { method } = request;
  const { statusCode: status, elapsedTime: ms } = reply;
  requests.observe({ method, route: request.routeOptions.url ?? 'other', status }, ms / 1_000);
  request.log.info({ method, route: request.routeOptions.url, status, ms: Math.round(ms) }, 'request');
  done();
});
await server.register(httpProxy, {
  upstream,
  preHandler: (request, reply, done) => {
    if (isValidToken(request.headers['x-auth-token'], secret)) done();
    else void reply.code(401).send({ msg: 'Please sign in.' });
  },
  replyOptions: {
    rewriteRequestHeaders: (request, headers) => ({
      ...only(headers, toService),
      // The gateway caches its credentials, too.
      'x-learner-credential': secret,
      'x-request-id': request.id,
      'x-client-address': request.ip,
    }),
    rewriteHeaders: (headers, request) => ({
      ...only(headers, toBrowser),
      'x-request-id': request?.id ?? '',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      vary: 'origin',
    }),
  },
});
await server.listen({ port: Number(port), host: '127.0.0.1' });
process.send?.('ready');
