import type { Context } from 'hono';
import { idempotencyKey, type BulkResult, type Call } from '@lectern/contracts';
import { bodyLimitsOf, type BodyLimits } from '@lectern/contracts/body-limits';
import { readTogether, runAs } from '@lectern/document-store';
import { check } from './check.ts';
import type { Creation } from './claimAttempt.ts';
import { createAnswerWriter } from './createAnswerWriter.ts';
import { hashOfRequest, type Idempotency } from './createIdempotency.ts';
import { createJsonReader } from './createJsonReader.ts';
import { OwnerLimiter } from './OwnerLimiter.ts';
import { DomainError } from './DomainError.ts';
import { clientAddressHeader } from './identity.ts';
import type { Log } from './log.ts';
import type { CountOwner, ReadBody, Route, RouteInput } from './route.ts';
import type { ServiceEnvironment } from './ServiceEnvironment.ts';

export interface CallHandlerOptions {
  internalSecret: string;
  idempotency: Idempotency;
  /** Returns the owner of the stored answer of a public creating call, so that the answer can be erased with the account. */
  ownerOfPublicCall?: (body: unknown) => string;
  /** Returns whether the account was deleted. Its data is neither read nor written any more. */
  isDeletedAccount?: (userId: string) => Promise<boolean>;
  /** Erases data that a call stored while the account was being deleted. */
  eraseAgain?: (userId: string) => Promise<void>;
  /** Whether the per-learner limits of public calls apply. Defaults to `true`. */
  rateLimits?: boolean;
  log: Log;
}

type ServiceContext = Context<ServiceEnvironment>;
type Input = Omit<RouteInput<Call>, 'creation' | 'idempotencyKey'>;

/** Passed to the handlers of calls that create nothing. */
const notCreating: Creation = {
  newId: '',
  resumed: false,
  confirm: () => Promise.reject(new Error('This call creates nothing.')),
  keep: () => Promise.reject(new Error('This call creates nothing.')),
};

const accountDeleted = () => new DomainError('unauthenticated', 'This account was deleted.');

/** Returns the ids of the resources that a call deletes completely. `result` is absent if the call failed. */
const deletedBy = ({ method, path }: Call, { params }: Pick<Input, 'params'>, result?: unknown): readonly string[] => {
  if (method === 'POST' && path.endsWith('/delete')) return (result as BulkResult | undefined)?.done ?? [];
  const { id } = params as Record<string, string | undefined>;
  return method === 'DELETE' && path.endsWith('/:id') && id !== undefined ? [id] : [];
};

/** Returns the id of the resource that a call's stored answer describes; `undefined` if the call creates that resource. */
const resourceOf = ({ path }: Call, { params }: Pick<Input, 'params'>): string | undefined =>
  path.endsWith('/copy') ? undefined : (params as Record<string, string | undefined>)['id'];

/** Returns the request's `Idempotency-Key`, only for creating calls. @throws DomainError `invalid` */
const idempotencyKeyOf = (c: ServiceContext, call: Call): string | undefined => {
  const key = call.creates ? c.req.header('idempotency-key') : undefined;
  if (key !== undefined && !idempotencyKey.test(key)) throw new DomainError('invalid', 'Idempotency-Key: 1 to 200 visible characters.');
  return key;
};

const addressOf = (c: ServiceContext): string => c.req.header(clientAddressHeader) ?? 'unknown';

const inputOf = (c: ServiceContext, query: unknown, body: unknown, countOwner: CountOwner): Input => {
  const { userId, sessionId } = c.get('identity');
  const input = {
    body,
    query,
    params: c.req.param(),
    userId,
    sessionId,
    clientAddress: addressOf(c),
    requestId: c.get('requestId'),
    signal: c.req.raw.signal,
    countOwner,
  };
  return input as Input;
};

/** Counts calls with signed addresses, per owner of the address. A handler that answers such a call without counting its owner has a bug. */
const createOwnerCounts = (enabled: boolean) => {
  const limiter = new OwnerLimiter({ enabled, monotonic: () => performance.now() });
  return ({ id, ownerLimit }: Call): { countOwner: CountOwner; countedOwner: () => string | undefined } => {
    let owner: string | undefined;
    return {
      countOwner: (ownerId) => {
        owner = ownerId;
        if (ownerLimit) limiter.count(ownerLimit, ownerId);
      },
      countedOwner: () => {
        if (ownerLimit && owner === undefined) throw new Error(`The handler of \`${id}\` did not call \`countOwner\`.`);
        return owner;
      },
    };
  };
};

/** Reads and validates bodies: with the route's own reader, or as JSON with the call's schema. */
const createBodyReader = () => {
  const readJson = createJsonReader();
  /** Cached by call: deriving limits from a schema takes longer than reading a small body. */
  const limits = new Map<Call, BodyLimits>();
  const limitsOf = (call: Call): BodyLimits => {
    const known = limits.get(call) ?? bodyLimitsOf(call);
    limits.set(call, known);
    return known;
  };
  return async (c: ServiceContext, { call, readBody }: Route): Promise<ReadBody> => {
    if (readBody) return readBody(c);
    if (!call.body) return { body: undefined, hash: '' };
    const { json, release } = await readJson(c, limitsOf(call));
    try {
      return { body: check(call.body, json), hash: '', release };
    } catch (error) {
      release();
      throw error;
    }
  };
};

/**
 * Rejects calls of deleted accounts. A deletion may happen during a call, so it is checked before and after the call. For a call that only reads, it is
 * checked side by side with the call, whose answer is withheld.
 */
const createAccountChecks = ({ isDeletedAccount, eraseAgain }: Pick<CallHandlerOptions, 'isDeletedAccount' | 'eraseAgain'>) => ({
  requireLearner: async ({ access, method }: Call, userId: string | undefined): Promise<void> => {
    if (access !== 'learner') return;
    if (!userId) throw new DomainError('unauthenticated', 'Please sign in.');
    if (method !== 'GET' && (await isDeletedAccount?.(userId))) throw accountDeleted();
  },
  runFor: async <T>({ access, method }: Call, userId: string | undefined, read: () => Promise<T>): Promise<T> => {
    if (access !== 'learner' || method !== 'GET' || !userId) return read();
    const [isDeleted, result] = await Promise.allSettled([isDeletedAccount?.(userId), read()]);
    if (isDeleted.status === 'rejected') throw isDeleted.reason;
    if (isDeleted.value) {
      // The call may have updated cached figures.
      await eraseAgain?.(userId);
      throw accountDeleted();
    }
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  },
  /** Erases data that a call stored while its account was being deleted, however the call ended. */
  eraseLate: async ({ access, method }: Call, userId: string | undefined): Promise<void> => {
    if (!eraseAgain || access !== 'learner' || method === 'GET' || userId === undefined) return;
    if (!(await isDeletedAccount?.(userId))) return;
    await eraseAgain(userId);
    throw accountDeleted();
  },
});

/**
 * Runs the work of a call. Its reads of the store take turns with those of others, and are sent together with those of the learner's other calls. Calls
 * without a learner do not share their reads: several people may have one address.
 */
const workFor = <T>(c: ServiceContext, work: () => T): T => {
  const { userId } = c.get('identity');
  return runAs(userId ?? addressOf(c), () => readTogether(userId ?? Symbol('a call'), work));
};

/** Creates the Hono handler of a route: session, validation, `Idempotency-Key`, the handler itself, and its answer. */
export function createCallHandler(options: CallHandlerOptions) {
  const { internalSecret, idempotency, log } = options;
  const { requireLearner, runFor, eraseLate } = createAccountChecks(options);
  const readBody = createBodyReader();
  const answer = createAnswerWriter();
  const ownerCountOf = createOwnerCounts(options.rateLimits ?? true);

  /** Deletes stored answers about a deleted resource. A failure does not fail the deletion: stored answers expire after a day. */
  const forgetAnswers = async (call: Call, input: Input, result?: unknown): Promise<void> => {
    const { userId } = input;
    if (userId === undefined) return;
    try {
      for (const id of deletedBy(call, input, result)) await idempotency.forgetResource(userId, id);
    } catch (error) {
      log('error', 'idempotency.forget.failed', { error });
    }
  };

  const runOnce = async ({ call, handle }: Route, input: Input, key: string, hash: string): Promise<unknown> => {
    const { body, params, userId } = input;
    return idempotency.run(
      {
        key,
        scope: call.id,
        userId: userId ?? options.ownerOfPublicCall?.(body) ?? 'public',
        // The hash is keyed, because a body may contain a password that could be guessed from a plain hash.
        bodyHash: hash || (await hashOfRequest([internalSecret, body ?? null, params])),
        resourceId: resourceOf(call, input),
      },
      (creation: Creation) => handle({ ...input, creation, idempotencyKey: key }),
    );
  };

  const run = async ({ call, handle }: Route, input: Input): Promise<unknown> => {
    try {
      const creation = call.creates ? await idempotency.creationWithoutKey() : notCreating;
      return await handle({ ...input, creation, idempotencyKey: undefined });
    } catch (error) {
      // An earlier attempt may have deleted the resource and failed afterwards.
      if (error instanceof DomainError && error.code === 'not_found') await forgetAnswers(call, input);
      throw error;
    }
  };

  const answerCall = async (c: ServiceContext, route: Route): Promise<Response> => {
    const { call } = route;
    const { userId } = c.get('identity');
    await requireLearner(call, userId);
    const query = call.query ? check(call.query, c.req.query()) : undefined;
    const { body, hash, release } = await readBody(c, route);
    try {
      const key = idempotencyKeyOf(c, call);
      const { countOwner, countedOwner } = ownerCountOf(call);
      const input = inputOf(c, query, body, countOwner);
      const result = await runFor(call, userId, () => (key === undefined ? run(route, input) : runOnce(route, input, key, hash)));
      const owner = userId ?? countedOwner() ?? addressOf(c);
      await forgetAnswers(call, input, result);
      return await answer({ c, call, owner }, result);
    } finally {
      release?.();
      await eraseLate(call, userId);
    }
  };

  return (route: Route) =>
    (c: ServiceContext): Promise<Response> =>
      workFor(c, () => answerCall(c, route));
}
