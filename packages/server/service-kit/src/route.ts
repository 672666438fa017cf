import type { Context } from 'hono';
import type * as z from 'zod/mini';
import type { Call } from '@lectern/contracts';
import type { ServiceEnvironment } from './ServiceEnvironment.ts';
import type { Creation } from './claimAttempt.ts';

/** A page of a list; `next` becomes the header `x-next`. */
export interface Page<T> {
  items: T[];
  next: string | undefined;
}

type Parsed<S> = S extends z.ZodMiniType ? z.infer<S> : undefined;
type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : P extends `${string}:${infer Name}`
    ? Name
    : never;

/** The validated input of a handler, independent of HTTP. */
export interface RouteInput<C extends Call> {
  body: Parsed<C['body']>;
  query: Parsed<C['query']>;
  params: Record<ParamNames<C['path']>, string>;
  /** The learner's id; `undefined` for a public call without a session. */
  userId: C['access'] extends 'learner' ? string : string | undefined;
  sessionId: string | undefined;
  clientAddress: string;
  requestId: string;
  /** The creation; only for creating calls. */
  creation: Creation;
  /** The `Idempotency-Key`; only for creating calls. If it is random, only its sender knows it. */
  idempotencyKey: string | undefined;
  /** Aborted when the client has left. */
  signal: AbortSignal;
  /**
   * Counts a call with an `ownerLimit` for the learner who owns the signed address. The handler must call this after verifying the signature, before
   * it reads anything else. @throws DomainError `rate_limited`
   */
  countOwner: CountOwner;
}

export type CountOwner = (ownerId: string) => void;

/** A download. */
export interface FileAnswer {
  name: string;
  /** The media type. */
  type: string;
  /** The whole file, or pieces if it would be too large for memory. Each piece is created after the client has read the previous ones. */
  bytes: Uint8Array<ArrayBuffer> | AsyncIterable<Uint8Array<ArrayBuffer>>;
  /** The bytes that a file in pieces keeps in memory until it is read. */
  heldBytes?: number;
}

/** What a handler returns: bytes, a file, a page of a list, or the answer's JSON. */
type Answer<C extends Call> = C['answerType'] extends string
  ? Uint8Array<ArrayBuffer>
  : C['answersFile'] extends readonly string[]
    ? FileAnswer
    : C['pages'] extends true
      ? z.input<C['answer']> extends readonly (infer Item)[]
        ? Page<Item>
        : never
      : z.input<C['answer']>;

/** A body from a route's own reader. */
export interface ReadBody<B = unknown> {
  body: B;
  /** The hash of the body, compared for the `Idempotency-Key`. */
  hash: string;
  /** Called when the body is no longer needed. */
  release?: () => void;
}

/** Reads a body that is not JSON. */
export type BodyReader<B = unknown> = (context: Context<ServiceEnvironment>) => Promise<ReadBody<B>>;

export interface Route {
  call: Call;
  handle: (input: RouteInput<Call>) => Promise<unknown>;
  readBody?: BodyReader;
}

/**
 * Combines a call with its handler. The call's schemas determine the types of body, query, path and answer.
 *
 * @example
 * route(calls.getFolder, ({ userId, params }) => getFolder(library, userId, params.id));
 */
export const route = <C extends Call, B = Parsed<C['body']>>(
  call: C,
  handle: (input: Omit<RouteInput<C>, 'body'> & { body: B }) => Promise<Answer<C>>,
  readBody?: BodyReader<B>,
): Route => ({
  call,
  // The service validates every input with the call's schemas first, so the narrower type holds.
  handle: handle as unknown as Route['handle'],
  ...(readBody && { readBody: readBody as unknown as BodyReader }),
});
