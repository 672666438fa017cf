import { randomUUID } from 'node:crypto';
import { Hono, type Context } from 'hono';
import * as z from 'zod/mini';
import { sizes, type ServiceName } from '@lectern/contracts';
import { newId, StoreUnavailableError } from '@lectern/document-store';
import { DomainError, errorAnswer } from './DomainError.ts';
import { hashOf, type Idempotency } from './idempotency.ts';
import { clientAddressHeader, credentialHeader, readCredential, requestIdHeader, type Identity } from './identity.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { openApiPaths } from './openApi.ts';
import type { Page, Route, RouteInput } from './route.ts';

/** What an app keeps for one request. */
export interface ServiceEnvironment {
  Variables: { requestId: string; identity: Identity; pattern: string };
}

export interface ServiceOptions {
  name: ServiceName;
  routes: readonly Route[];
  /** Adds the `/internal/*` routes; the credential is checked before them too. */
  internal?: (app: Hono<ServiceEnvironment>) => void;
  internalSecret: string;
  idempotency: Idempotency;
  /** Whether this learner's account was deleted: nothing of theirs is read or written any more. */
  isErased?: (userId: string) => Promise<boolean>;
  /** Resolves while the service can do its work. */
  ready: () => Promise<void>;
  /** Answered as text at `/metrics`, on the service's own address only. */
  metrics: Metrics;
  log: Log;
  clock: () => Date;
}

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

/** Reads a JSON body of at most 5 MB; no body at all counts as an empty object. */
async function readJson(c: Context): Promise<unknown> {
  const declared = Number(c.req.header('content-length') ?? 0);
  const tooLarge = () => new DomainError('too_large', 'The request is too large: at most 5 MB.');
  if (declared > sizes.jsonBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let length = 0;
  if (c.req.raw.body)
    for await (const chunk of c.req.raw.body) {
      length += chunk.length;
      if (length > sizes.jsonBytes) throw tooLarge();
      chunks.push(chunk);
    }
  if (length === 0) return {};
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new DomainError('unsupported_type', 'Send the body as application/json.');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch (error) {
    throw new DomainError('invalid', 'The body is not valid JSON.', { cause: error });
  }
}

const asDomainError = (error: unknown): DomainError => {
  if (error instanceof DomainError) return error;
  if (error instanceof StoreUnavailableError)
    return new DomainError('unavailable', 'Our storage is busy. Please try again.', { retryAfterSeconds: 2, cause: error });
  return new DomainError('internal', 'Something went wrong on our side. Please try again.', { cause: error });
};

/**
 * A service's app, built from what it depends on: checks the internal credential, reads and validates what comes in by the
 * call's schemas, answers only what the answer's schema names, maps every error once.
 */
export function createService(options: ServiceOptions): Hono<ServiceEnvironment> {
  const { name, routes, internalSecret, idempotency, metrics, log, clock } = options;
  const app = new Hono<ServiceEnvironment>();

  app.use(async (c, next) => {
    const given = c.req.header(requestIdHeader);
    const requestId = given && /^[A-Za-z0-9_-]{1,64}$/.test(given) ? given : randomUUID();
    c.set('requestId', requestId);
    c.set('pattern', 'none');
    const started = performance.now();
    await next();
    c.header(requestIdHeader, requestId);
    const ms = performance.now() - started;
    const { method } = c.req;
    metrics.observeRequest({ method, route: c.get('pattern'), status: c.res.status, seconds: ms / 1_000 });
    log('info', 'request', { requestId, method, route: c.get('pattern'), status: c.res.status, ms: Math.round(ms) });
  });

  app.onError((thrown, c) => {
    const error = asDomainError(thrown);
    const requestId = c.get('requestId');
    if (error.code === 'internal' || error.code === 'unavailable')
      log('error', 'request.failed', { requestId, method: c.req.method, route: c.get('pattern'), error: error.cause ?? error });
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
      await options.ready();
      return c.json({ status: 'ready' });
    } catch (error) {
      log('warn', 'not.ready', { error });
      return c.json({ status: 'not ready' }, 503);
    }
  });

  app.get('/metrics', async (c) => {
    const { contentType, body } = await metrics.text();
    return c.body(body, 200, { 'content-type': contentType });
  });

  app.use(async (c, next) => {
    const identity = readCredential(internalSecret, name, c.req.header(credentialHeader), clock());
    if (!identity) throw new DomainError('unauthenticated', 'This service answers the gateway only.');
    c.set('identity', identity);
    await next();
  });

  app.get('/internal/openapi.json', (c) => c.json(openApiPaths(routes.map((each) => each.call)) as Record<string, never>));
  options.internal?.(app);

  for (const { call, handle, readBody } of routes) {
    app.on(call.method, call.path, async (c) => {
      c.set('pattern', call.path);
      const identity = c.get('identity');
      const requestId = c.get('requestId');
      if (call.access === 'learner') {
        if (!identity.userId) throw new DomainError('unauthenticated', 'Please sign in.');
        if (await options.isErased?.(identity.userId)) throw new DomainError('unauthenticated', 'This account was deleted.');
      }
      const query = call.query ? check(call.query, c.req.query()) : undefined;
      const read = readBody
        ? await readBody(c)
        : call.body
          ? { body: check(call.body, await readJson(c)), hash: '' }
          : { body: undefined, hash: '' };
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
      if (key !== undefined && !/^[\x21-\x7e]{1,200}$/.test(key))
        throw new DomainError('invalid', 'Idempotency-Key: 1 to 200 visible characters.');
      const work = async (creation: RouteInput<typeof call>['creation']) =>
        handle({ ...input, creation } as unknown as RouteInput<typeof call>);
      const bodyHash = () => read.hash || hashOf([read.body ?? null, input.params]);
      const result =
        key === undefined
          ? await work({ newId: newId(() => clock().getTime()), resumed: false })
          : await idempotency.run({ key, scope: call.id, userId: identity.userId ?? 'public', bodyHash: bodyHash() }, work);
      if (call.pages) {
        const page = result as Page<unknown>;
        if (page.next) c.header('x-next', page.next);
        return c.json(z.parse(call.answer, page.items) as Record<string, never>, call.status);
      }
      // Parsing drops whatever the contract does not name, so a stored secret cannot leave by accident.
      return c.json(z.parse(call.answer, result) as Record<string, never>, call.status);
    });
  }
  return app;
}
