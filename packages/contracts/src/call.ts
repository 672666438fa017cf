import type * as z from '@lectern/contracts/schema';
import type { ErrorStatus } from './error.ts';
import type { NetworkLimitName } from './networkLimits.ts';
import type { ServiceName } from './parts.ts';

type Schema = z.ZodMiniType;

/** One public call: what goes in, what comes out, who may make it. The one place both sides and the OpenAPI read. */
export interface Call extends DescribedCall {
  service: ServiceName;
}

/** A call with whoever answers it: a service, or the gateway itself. */
export interface DescribedCall {
  /** Also the operation's id in the OpenAPI. */
  id: string;
  service: ServiceName | 'gateway';
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** As in the specification: `/folders/:id`. */
  path: string;
  summary: string;
  access: 'public' | 'learner';
  /** Takes an `Idempotency-Key`. */
  creates?: boolean;
  /** Which of the limits for one network it counts against. */
  networkLimit?: NetworkLimitName;
  /** A page of things; the header `x-next` carries the cursor. */
  pages?: boolean;
  query?: Schema;
  body?: Schema;
  /** The body is `multipart/form-data`, or bytes that only the route may read. */
  encoding?: 'multipart' | 'raw';
  status: 200 | 201;
  answer: Schema;
  /** Outcomes beside the ones every call shares (see `errorStatusesOf`). */
  errors: readonly ErrorStatus[];
}

/** Keeps the literal types of a call. */
export const defineCall = <const C extends DescribedCall>(call: C): C => call;

/** Every error status that a call can answer with. */
export const errorStatusesOf = (call: DescribedCall): ErrorStatus[] =>
  [
    ...new Set<ErrorStatus>([
      // What is no request at all, comes in too slowly or is too large is refused before anybody asks which call it is.
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
