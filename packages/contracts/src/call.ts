import type * as z from '@lectern/contracts/schema';
import type { ErrorStatus } from './error.ts';
import type { ServiceName } from './parts.ts';
import type { NetworkLimitName, OwnerLimitName } from './rateLimits.ts';

type Schema = z.ZodMiniType;

/** A call without a session. It has a limit for each network, so that nobody can make it without bound. */
interface PublicAccess {
  access: 'public';
  /** The network limit that the call counts against. */
  networkLimit: NetworkLimitName;
  /**
   * The limit for the learner whose signed address the call uses; its handler counts it with `countOwner`. `null` if the call belongs to no learner,
   * or if the service limits it by what the call contains: an e-mail address, a mailed link.
   */
  ownerLimit: OwnerLimitName | null;
}

/** A call with a session. The limit of calls for each learner applies. */
interface LearnerAccess {
  access: 'learner';
  networkLimit?: never;
  ownerLimit?: never;
}

interface CallShape {
  /** Also the operation's id in the OpenAPI. */
  id: string;
  service: ServiceName | 'gateway';
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With parameters behind colons: `/folders/:id`. */
  path: string;
  /** The form of the path's parameter where it is no id. At most 200 characters. */
  pathPattern?: RegExp;
  summary: string;
  /** Takes an `Idempotency-Key`. */
  creates?: boolean;
  /** The answer is a page of a list; the header `x-next` has the cursor. */
  pages?: boolean;
  query?: Schema;
  body?: Schema;
  /** The body is `multipart/form-data`, or bytes that only the route may read. */
  encoding?: 'multipart' | 'raw';
  /** The media type of an answer that is no JSON: bytes that never change, which the browser may cache. */
  answerType?: string;
  /** The answer is a file to save, with a name of its own: its media types, without parameters. */
  answersFile?: readonly [string, ...string[]];
  /** The media types of the form's field `file`. A file is recognised by its content. */
  fileTypes?: readonly [string, ...string[]];
  /** The bytes of the answer change, so the browser must not cache them. */
  answerChanges?: boolean;
  status: 200 | 201;
  answer: Schema;
  /** Error statuses in addition to those of every call (see `errorStatusesOf`). */
  errors: readonly ErrorStatus[];
}

/** A call that a service or the gateway itself answers. */
export type DescribedCall = CallShape & (PublicAccess | LearnerAccess);

/** One call of a service: its input, its answer, who may make it. Services, clients and the OpenAPI description are derived from it. */
export type Call = DescribedCall & { service: ServiceName };

/** Keeps the literal types of a call. */
export const defineCall = <const C extends DescribedCall>(call: C): C => call;

/** Every error status that a call can answer with. */
export const errorStatusesOf = (call: DescribedCall): ErrorStatus[] =>
  [
    ...new Set<ErrorStatus>([
      // Malformed, slow and too large requests are refused before they are routed.
      400,
      413,
      ...(call.body ? [415 as const] : []),
      ...(call.access === 'learner' ? [401 as const] : []),
      ...(call.path.includes(':') ? [404 as const] : []),
      ...(call.creates ? [409 as const, 422 as const] : []),
      ...call.errors,
      429,
      500,
      502,
      503,
      504,
    ]),
  ].sort();
