import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import * as z from 'zod/mini';
import { idempotencyKey, internalPaths, services, type Call, type ServiceName } from '@lectern/contracts';
import { bodyLimitsOf, type BodyLimits } from '@lectern/contracts/body-limits';
import { openApiPaths } from '@lectern/contracts/openapi';
import { newId, StoreBusyError, StoreUnavailableError } from '@lectern/document-store';
import { createUnsentAnswers } from './createUnsentAnswers.ts';
import { DomainError, errorAnswer } from './DomainError.ts';
import { hashOf, type Idempotency } from './idempotency.ts';
import { clientAddressHeader, credentialHeader, readCredential, requestIdHeader, traceHeader } from './identity.ts';
import { bodyTooLarge, createJsonScanner } from './jsonScanner.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { givenRequestId, inRequest } from './requestContext.ts';
import type { Page, ReadBody, Route, RouteInput } from './route.ts';
import type { ServiceEnvironment } from './ServiceEnvironment.ts';
import { currentTracing } from './tracing.ts';

import { withinTime } from './withinTime.ts';

export type { ServiceEnvironment } from './ServiceEnvironment.ts';

/** The most bytes of answers that clients have not read yet. A learner may have about three of the largest answers. */
const unsentLimits = { perLearner: 32_000_000, total: 256_000_000 };

export interface ServiceOptions {
  name: ServiceName;
  routes: readonly Route[];
  /** Adds the `/internal/*` routes. Their credential is checked, too. */
  internal?: (app: Hono<ServiceEnvironment>) => void;
  internalSecret: string;
  idempotency: Idempotency;
  /** The owner of the kept answer of a creating call without a session, so that it can be erased with the account. */
  ownerOfPublicCall?: (body: unknown) => string;
  /** Whether the account was deleted. Its data is neither read nor written any more. */
  isDeletedAccount?: (userId: string) => Promise<boolean>;
  /** Erases what a call stored while the account was being deleted. */
  eraseAgain?: (userId: string) => Promise<void>;
  /** Resolves while the service is ready. */
  ready: () => Promise<void>;
  /** Served at `/metrics`, on the service's own address only. */
  metrics: Metrics;
  log: Log;
  clock: () => Date;
}

/** A database that does not answer in this time counts as unavailable. Milliseconds. */
const readyMs = 2_000;

const fieldErrors = (error: z.core.$ZodError) =>
  error.issues.slice(0, 20).map((issue) => ({ path: issue.path.join('.'), message: issue.message }));

/** Validates one part of a request. @throws DomainError `invalid` with the first problem as its message */
export function check<S extends z.ZodMiniType>(schema: S, value: unknown): z.infer<S> {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const errors = fieldErrors(result.error);
  const first = errors[0];
  const sentence = first
    ? /^(Invalid|Too|Unrecognized|Expected)/.test(first.message)
      ? `${first.path || 'The request'}: ${first.message}`
      : first.message
    : 'The request is not valid.';
  throw new DomainError('invalid', sentence, { errors });
}

/** The most bytes of JSON bodies in memory, over all requests of the process: eight of the largest. */
const jsonBytesHeld = 64_000_000;
/** Bodies up to this size are always accepted, in bytes, so that large bodies of others keep nobody from signing in. */
const alwaysTaken = 65_536;

/** Reads JSON bodies within the limits of their call and of the process's memory. A missing body counts as an empty object. */
function createJsonReader() {
  let held = 0;
  return async (c: Context, limits: BodyLimits): Promise<{ json: unknown; release: () => void }> => {
    if (Number(c.req.header('content-length') ?? 0) > limits.bytes) throw bodyTooLarge(limits);
    const scan = createJsonScanner(limits);
    const chunks: Uint8Array[] = [];
    let length = 0;
    const release = () => {
      held -= length;
      length = 0;
    };
    try {
      if (c.req.raw.body)
        for await (const chunk of c.req.raw.body) {
          length += chunk.length;
          held += chunk.length;
          const refusal = scan(chunk);
          if (refusal) throw refusal;
          if (held > jsonBytesHeld && length > alwaysTaken)
            throw new DomainError('unavailable', 'We are very busy right now. Please try again in a moment.', { retryAfterSeconds: 5 });
          chunks.push(chunk);
        }
      if (length === 0) return { json: {}, release };
      const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
      if (type !== 'application/json') throw new DomainError('unsupported_type', 'Send the body as application/json.');
      try {
        return { json: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))) as unknown, release };
      } catch (error) {
        throw new DomainError('invalid', 'The body is not valid JSON.', { cause: error });
      }
    } catch (error) {
      release();
      throw error;
    }
  };
}

/** Whether a call deletes a resource itself, not a part of it. */
const deletesResource = ({ method, path }: Call): boolean => method === 'DELETE' && path.endsWith('/:id');

const isWatching = (path: string): boolean => path === '/metrics' || path.startsWith('/health/');

const asDomainError = (error: unknown): DomainError => {
  if (error instanceof DomainError) return error;
  if (error instanceof StoreUnavailableError)
    return new DomainError('unavailable', 'Our storage is busy. Please try again.', { retryAfterSeconds: 2, cause: error });
  if (error instanceof StoreBusyError)
    return new DomainError('rate_limited', 'Other searches of yours are still under way. Please try again in a moment.', {
      retryAfterSeconds: 1,
      cause: error,
    });
  return new DomainError('internal', 'Something went wrong on our side. Please try again.', { cause: error });
};

/**
 * Creates a service's app from its dependencies. The app checks the internal credential, validates requests by the call's schemas, answers only
 * fields that the answer's schema names, and maps every error once.
 */
export function createService(options: ServiceOptions): Hono<ServiceEnvironment> {
  const { name, routes, internalSecret, idempotency, metrics, log, clock } = options;
  const app = new Hono<ServiceEnvironment>();
  const storeErrors = metrics.counter({
    name: 'lectern_store_errors_total',
    help: 'Requests that failed because the database did.',
    labels: [],
  });

  app.use(async (c, next) => {
    const { method, path } = c.req;
    const requestId = givenRequestId(c.req.header(requestIdHeader)) ?? randomUUID();
    c.set('requestId', requestId);
    c.set('pattern', 'none');
    const observe = metrics.beginRequest();
    // Health checks and metrics are read all the time; traces of them would be noise.
    const span = isWatching(path) ? undefined : currentTracing()?.beginRequest({ method, requestId, parent: c.req.header(traceHeader) });
    const started = performance.now();
    await inRequest({ requestId, traceparent: span?.traceparent }, async () => {
      await next();
      c.header(requestIdHeader, requestId);
      const ms = performance.now() - started;
      const route = c.get('pattern');
      const { status } = c.res;
      observe({ method, route, status, seconds: ms / 1_000 });
      span?.end({ route, status });
      log('info', 'request', { method, route, status, ms: Math.round(ms) });
    });
  });
  app.use(async (c, next) => {
    // The last matched route without a wildcard is the one that answers.
    c.set('pattern', matchedRoutes(c).findLast((each) => !each.path.endsWith('*'))?.path ?? 'none');
    await next();
  });

  app.onError((thrown, c) => {
    const error = asDomainError(thrown);
    const requestId = c.get('requestId');
    if (thrown instanceof StoreUnavailableError) storeErrors.inc();
    // When the client has left, the aborted work is no failure.
    if ((error.code === 'internal' && !c.req.raw.signal.aborted) || error.code === 'unavailable')
      log('error', 'request.failed', { method: c.req.method, route: c.get('pattern'), error: error.cause ?? error });
    const { status, headers, body } = errorAnswer(error, requestId);
    return new Response(JSON.stringify(body), { status, headers });
  });
  app.notFound((c) => {
    const { status, headers, body } = errorAnswer(new DomainError('not_found', 'There is nothing at this address.'), c.get('requestId'));
    return new Response(JSON.stringify(body), { status, headers });
  });

  app.get('/health/live', (c) => c.json({ status: 'live' }));
  app.get('/health/ready', async (c) => {
    try {
      await withinTime(readyMs, options.ready());
      return c.json({ status: 'ready' });
    } catch (error) {
      log('warn', 'not.ready', { error });
      // Only the store's own message is shown to operators; other errors stand in the log alone.
      const reason = error instanceof StoreUnavailableError ? { reason: error.message } : {};
      return c.json({ status: 'not ready', ...reason }, 503, { 'retry-after': '2' });
    }
  });

  app.get('/metrics', async (c) => {
    const { contentType, body } = await metrics.text();
    return c.body(body, 200, { 'content-type': contentType });
  });

  app.use(async (c, next) => {
    const read = readCredential(internalSecret, name, new URL(c.req.url).pathname, c.req.header(credentialHeader), clock());
    if ('refused' in read) {
      log('warn', 'credential.refused', { route: c.get('pattern'), reason: read.refused });
      // This is not the learner's fault. A 401 would sign them out.
      if (read.refused === 'bad')
        throw new DomainError('unavailable', 'This service answers other parts of Lectern only.', { retryAfterSeconds: 2 });
      throw new DomainError('forbidden', 'This address is not for you.');
    }
    c.set('identity', read.identity);
    await next();
  });

  let paths: Record<string, never> | undefined;
  app.get(internalPaths.openApi, (c) => c.json((paths ??= openApiPaths(routes.map((each) => each.call)) as Record<string, never>)));
  app.get(internalPaths.version, (c) => c.json({ version: services[name].version }));
  options.internal?.(app);

  const readJson = createJsonReader();
  const readChecked = async (c: Context, schema: z.ZodMiniType, limits: BodyLimits): Promise<ReadBody> => {
    const { json, release } = await readJson(c, limits);
    try {
      return { body: check(schema, json), hash: '', release };
    } catch (error) {
      release();
      throw error;
    }
  };

  /** Erases what a call stored while its account was being deleted, however the call ended. */
  const eraseLate = async ({ access, method }: Call, userId: string | undefined): Promise<void> => {
    if (!options.eraseAgain || access !== 'learner' || method === 'GET' || userId === undefined) return;
    if (!(await options.isDeletedAccount?.(userId))) return;
    await options.eraseAgain(userId);
    throw new DomainError('unauthenticated', 'This account was deleted.');
  };

  /** Deletes kept answers about a deleted resource. A failure does not fail the deletion: kept answers expire after a day. */
  const forgetAnswers = async (userId: string, resourceId: string): Promise<void> => {
    try {
      await idempotency.forgetResource(userId, resourceId);
    } catch (error) {
      log('error', 'idempotency.forget.failed', { error });
    }
  };

  const unsent = createUnsentAnswers(unsentLimits);
  const answer = (c: Context<ServiceEnvironment>, call: Call, result: unknown): Response => {
    // Parsing drops fields that the contract does not name, so that a stored secret cannot leak.
    const body = JSON.stringify(z.parse(call.answer, result));
    const { userId } = c.get('identity');
    // Without a server, as in tests, there is no connection.
    const outgoing = (c.env as Partial<HttpBindings> | undefined)?.outgoing;
    if (userId !== undefined && outgoing) unsent.hold(userId, body, outgoing, call.method === 'GET' || call.method === 'PUT');
    return c.body(body, call.status, { 'content-type': 'application/json' });
  };

  for (const { call, handle, readBody } of routes) {
    const limits = bodyLimitsOf(call);
    app.on(call.method, call.path, async (c) => {
      const identity = c.get('identity');
      const requestId = c.get('requestId');
      if (call.access === 'learner') {
        if (!identity.userId) throw new DomainError('unauthenticated', 'Please sign in.');
        if (await options.isDeletedAccount?.(identity.userId)) throw new DomainError('unauthenticated', 'This account was deleted.');
      }
      const query = call.query ? check(call.query, c.req.query()) : undefined;
      const read: ReadBody = readBody
        ? await readBody(c)
        : call.body
          ? await readChecked(c, call.body, limits)
          : { body: undefined, hash: '' };
      try {
        const input = {
          body: read.body,
          query,
          params: c.req.param() as Record<string, string>,
          userId: identity.userId,
          sessionId: identity.sessionId,
          clientAddress: c.req.header(clientAddressHeader) ?? 'unknown',
          requestId,
          signal: c.req.raw.signal,
        };
        const key = call.creates ? c.req.header('idempotency-key') : undefined;
        if (key !== undefined && !idempotencyKey.test(key))
          throw new DomainError('invalid', 'Idempotency-Key: 1 to 200 visible characters.');
        const work = async (creation: RouteInput<typeof call>['creation']) =>
          handle({ ...input, creation, idempotencyKey: key } as unknown as RouteInput<typeof call>);
        const { id } = input.params;
        const forget = async () => {
          if (deletesResource(call) && identity.userId !== undefined && id !== undefined) await forgetAnswers(identity.userId, id);
        };
        // The hash is keyed, since a body may hold a password that could be guessed from a plain hash.
        const bodyHash = () => read.hash || hashOf([internalSecret, read.body ?? null, input.params]);
        const result =
          key === undefined
            ? await work({ newId: newId(() => clock().getTime()), resumed: false }).catch(async (error: unknown) => {
                // An earlier attempt may have deleted the resource and failed afterwards.
                if (error instanceof DomainError && error.code === 'not_found') await forget();
                throw error;
              })
            : await idempotency.run(
                {
                  key,
                  scope: call.id,
                  userId: identity.userId ?? options.ownerOfPublicCall?.(read.body) ?? 'public',
                  bodyHash: bodyHash(),
                  resourceId: id,
                },
                work,
              );
        await forget();
        if (call.pages) {
          const page = result as Page<unknown>;
          if (page.next) c.header('x-next', page.next);
          return answer(c, call, page.items);
        }
        return answer(c, call, result);
      } finally {
        read.release?.();
        await eraseLate(call, identity.userId);
      }
    });
  }
  return app;
}
