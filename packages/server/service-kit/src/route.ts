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
  /** Of a creating call: the id of the new resource. */
  creation: Creation;
  /** Of a creating call: its `Idempotency-Key`. Only its sender knows it when it is random. */
  idempotencyKey: string | undefined;
  /** Aborted when the client has left. */
  signal: AbortSignal;
  /**
   * Counts a call with an `ownerLimit` for the learner whose signed address it uses. Its handler calls this when the signature was checked, before it
   * reads anything else. @throws DomainError `rate_limited`
   */
  countOwner: CountOwner;
}

export type CountOwner = (ownerId: string) => void;

/** A file that the browser saves. */
export interface FileAnswer {
  name: string;
  /** The media type. */
  type: string;
  /** As a whole, or in pieces where the whole would be too large to hold. A piece is made when the client has read the ones before. */
  bytes: Uint8Array<ArrayBuffer> | AsyncIterable<Uint8Array<ArrayBuffer>>;
  /** Of a file in pieces: the bytes that it keeps in memory until it is read. */
  heldBytes?: number;
}

/** An answer that is not JSON is bytes or a file. */
type Answer<C extends Call> = C['answerType'] extends string
  ? Uint8Array<ArrayBuffer>
  : C['answersFile'] extends readonly string[]
    ? FileAnswer
    : C['pages'] extends true
      ? z.input<C['answer']> extends readonly (infer Item)[]
        ? Page<Item>
        : never
      : z.input<C['answer']>;

/** A body that was read by a route's own reader. */
export interface ReadBody<B = unknown> {
  body: B;
  /** Hash of the body, compared for the `Idempotency-Key`. */
  hash: string;
  /** Called when the body is not needed any more. */
  release?: () => void;
}

/** Reads a body that is not JSON. */
export type BodyReader<B = unknown> = (context: Context<ServiceEnvironment>) => Promise<ReadBody<B>>;

export interface Route {
  call: Call;
  handle: (input: RouteInput<Call>) => Promise<unknown>;
  readBody?: BodyReader;
}

/** A call with its handler. The types of body, query, path and answer follow from the call's schemas. */
export const route = <C extends Call, B = Parsed<C['body']>>(
  call: C,
  handle: (input: Omit<RouteInput<C>, 'body'> & { body: B }) => Promise<Answer<C>>,
  readBody?: BodyReader<B>,
): Route => ({
  call,
  // The service validates every input by the call's schemas first, so the narrower type holds.
  handle: handle as unknown as Route['handle'],
  ...(readBody && { readBody: readBody as unknown as BodyReader }),
});
