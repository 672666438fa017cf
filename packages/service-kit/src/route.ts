import type { Context } from 'hono';
import type * as z from 'zod/mini';
import type { Call } from '@lectern/contracts';
import type { ServiceEnvironment } from './ServiceEnvironment.ts';
import type { Creation } from './idempotency.ts';

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

/** What a handler gets: everything checked, and nothing of HTTP. */
export interface RouteInput<C extends Call> {
  body: Parsed<C['body']>;
  query: Parsed<C['query']>;
  params: Record<ParamNames<C['path']>, string>;
  /** The learner's id; empty for a public call made without a session. */
  userId: C['access'] extends 'learner' ? string : string | undefined;
  sessionId: string | undefined;
  clientAddress: string;
  requestId: string;
  /** Of a creating call: the id for what is made. */
  creation: Creation;
  /** Of a creating call: the key that its sender chose, which nobody else knows when it is random. */
  idempotencyKey: string | undefined;
  /** Ends when the client has gone. */
  signal: AbortSignal;
}

type Answer<C extends Call> = C['pages'] extends true
  ? z.input<C['answer']> extends readonly (infer Item)[]
    ? Page<Item>
    : never
  : z.input<C['answer']>;

/** A body as a route of its own reads it. */
export interface ReadBody<B = unknown> {
  body: B;
  /** Tells two bodies apart for the `Idempotency-Key`. */
  hash: string;
  /** Called when the body is not needed any more, whatever came of it. */
  release?: () => void;
}

/** Reads a body that is not JSON. */
export type BodyReader<B = unknown> = (context: Context<ServiceEnvironment>) => Promise<ReadBody<B>>;

export interface Route {
  call: Call;
  handle: (input: RouteInput<Call>) => Promise<unknown>;
  readBody?: BodyReader;
}

/** Ties a handler to its call; types of body, query, path and answer follow from the call's schemas. */
export const route = <C extends Call, B = Parsed<C['body']>>(
  call: C,
  handle: (input: Omit<RouteInput<C>, 'body'> & { body: B }) => Promise<Answer<C>>,
  readBody?: BodyReader<B>,
): Route => ({
  call,
  // The service checks every input against the call's schemas before it comes here, so the narrower type holds.
  handle: handle as unknown as Route['handle'],
  ...(readBody && { readBody: readBody as unknown as BodyReader }),
});
