import type * as z from '@lectern/contracts/schema';
import type { ErrorStatus } from './error.ts';
import type { ServiceName } from './parts.ts';
import type { NetworkLimitName, OwnerLimitName } from './rateLimits.ts';

type Schema = z.ZodMiniType;

/** A call without a session. It always has a limit per network. */
interface PublicAccess {
  access: 'public';
  /** The network limit against which the call counts. */
  networkLimit: NetworkLimitName;
  /**
   * The limit of the learner who owns the signed address; the handler counts the call with `countOwner`. `null` if the call belongs to no learner,
   * or if the service limits it by its content: an e-mail address or a mailed link.
   */
  ownerLimit: OwnerLimitName | null;
}

/** A call with a session, limited per learner. */
interface LearnerAccess {
  access: 'learner';
  networkLimit?: never;
  ownerLimit?: never;
}

interface CallShape {
  /** Also the `operationId` in the OpenAPI document. */
  id: string;
  service: ServiceName | 'gateway';
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Parameters start with a colon: `/folders/:id`. */
  path: string;
  /** The pattern of the path's parameter if it is not an id. At most 200 characters. */
  pathPattern?: RegExp;
  summary: string;
  /** Accepts an `Idempotency-Key`. */
  creates?: boolean;
  /** The answer is a page of a list; the header `x-next` contains the cursor. */
  pages?: boolean;
  query?: Schema;
  body?: Schema;
  /** The body is `multipart/form-data`, or raw bytes that the route reads itself. */
  encoding?: 'multipart' | 'raw';
  /** The media type of an answer that is not JSON: immutable bytes, which the browser may cache. */
  answerType?: string;
  /** The answer is a download with a file name. Its media types, without parameters. */
  answersFile?: readonly [string, ...string[]];
  /** The media types of the form's field `file`. The file's content decides its type. */
  fileTypes?: readonly [string, ...string[]];
  /** The bytes of the answer can change, so the browser must not cache them. */
  answerChanges?: boolean;
  status: 200 | 201;
  answer: Schema;
  /** Error statuses in addition to those of every call (see `errorStatusesOf`). */
  errors: readonly ErrorStatus[];
}

/** A call answered by a service or by the gateway itself. */
export type DescribedCall = CallShape & (PublicAccess | LearnerAccess);

/** A call of a service: its input, its answer and its access. Services, clients and the OpenAPI document are derived from it. */
export type Call = DescribedCall & { service: ServiceName };

/**
 * Defines a call and keeps its literal types.
 *
 * @example
 * export const getFolder = defineCall({
 *   id: 'getFolder',
 *   service: 'library',
 *   method: 'GET',
 *   path: '/folders/:id',
 *   summary: 'A folder with its guides',
 *   access: 'learner',
 *   status: 200,
 *   answer: FolderDetail,
 *   errors: [],
 * });
 */
export const defineCall = <const C extends DescribedCall>(call: C): C => call;

/** Returns every error status of a call, sorted. */
export const errorStatusesOf = (call: DescribedCall): ErrorStatus[] =>
  [
    ...new Set<ErrorStatus>([
      // Malformed, slow and oversized requests are refused before routing.
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
