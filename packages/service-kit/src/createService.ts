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

/** What answers that nobody has read yet may hold, in bytes: some three of the largest of a learner. */
const unsentLimits = { perLearner: 32_000_000, total: 256_000_000 };

export interface ServiceOptions {
  name: ServiceName;
  routes: readonly Route[];
  /** Adds the `/internal/*` routes; the credential is checked before them too. */
  internal?: (app: Hono<ServiceEnvironment>) => void;
  internalSecret: string;
  idempotency: Idempotency;
  /** In whose name the first answer to a creating call is kept that needs no session, so that it can be erased with them. */
  ownerOfPublicCall?: (body: unknown) => string;
  /** Whether this learner's account was deleted: nothing of theirs is read or written any more. */
  isDeletedAccount?: (userId: string) => Promise<boolean>;
  /** Erases once more what a call has stored of a learner whose account was deleted while it was at it. */
  eraseAgain?: (userId: string) => Promise<void>;
  /** Resolves while the service can do its work. */
  ready: () => Promise<void>;
  /** Answered as text at `/metrics`, on the service's own address only. */
  metrics: Metrics;
  log: Log;
  clock: () => Date;
}

/** A database that hangs is as good as none. */
const readyMs = 2_000;

const fieldErrors = (error: z.core.$ZodError) =>
  error.issues.slice(0, 20).map((issue) => ({ path: issue.path.join('.'), message: issue.message }));

/** Checks one part of a request. @throws DomainError `invalid`, with the first problem as its sentence. */
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

/** JSON that all requests of a process may hold at once, in bytes: eight bodies of the largest size. */
const jsonBytesHeld = 64_000_000;
/** A body of this size is always taken, in bytes: who fills the memory with large ones must not keep others from signing in. */
const alwaysTaken = 65_536;

/** Reads JSON bodies within the limits of their call, and not more of them at once than memory is meant for; no body counts as an empty object. */
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
 * A service's app, built from what it depends on: checks the internal credential, reads and validates what comes in by the
 * call's schemas, answers only what the answer's schema names, maps every error once.
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
    // Those who watch a part ask all the time; a trace of that tells nothing.
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
    // The last one that is no wildcard is the route that answers.
    c.set('pattern', matchedRoutes(c).findLast((each) => !each.path.endsWith('*'))?.path ?? 'none');
    await next();
  });

  app.onError((thrown, c) => {
    const error = asDomainError(thrown);
    const requestId = c.get('requestId');
    if (thrown instanceof StoreUnavailableError) storeErrors.inc();
    // Who has gone is told nothing, and that what was done for them was given up is no failure.
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
      // Our own sentence about the store, for those who watch; what else went wrong stands in the log alone.
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
      // Not the learner's fault, so never a 401, which would sign them out.
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

  /** Whatever a call was at when the account was deleted, and however it ended: nothing of it stays. */
  const eraseLate = async ({ access, method }: Call, userId: string | undefined): Promise<void> => {
    if (!options.eraseAgain || access !== 'learner' || method === 'GET' || userId === undefined) return;
    if (!(await options.isDeletedAccount?.(userId))) return;
    await options.eraseAgain(userId);
    throw new DomainError('unauthenticated', 'This account was deleted.');
  };

  /** What was deleted is deleted, whatever becomes of the answers that hold its text: those that are left end after a day. */
  const forgetAnswers = async (userId: string, resourceId: string): Promise<void> => {
    try {
      await idempotency.forgetResource(userId, resourceId);
    } catch (error) {
      log('error', 'idempotency.forget.failed', { error });
    }
  };

  const unsent = createUnsentAnswers(unsentLimits);
  const answer = (c: Context<ServiceEnvironment>, call: Call, result: unknown): Response => {
    // Parsing drops whatever the contract does not name, so a stored secret cannot leave by accident.
    const body = JSON.stringify(z.parse(call.answer, result));
    const { userId } = c.get('identity');
    // Outside a server, as in tests, there is nobody to send it to.
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
        // Keyed, since a body may hold a password: of a plain hash it could be guessed at leisure.
        const bodyHash = () => read.hash || hashOf([internalSecret, read.body ?? null, input.params]);
        const result =
          key === undefined
            ? await work({ newId: newId(() => clock().getTime()), resumed: false }).catch(async (error: unknown) => {
                // An earlier try may have deleted it and failed afterwards.
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
