import { AsyncLocalStorage } from 'node:async_hooks';

/** The context of one request, available in every function that runs for it. */
export interface RequestContext {
  /** The id of the request, in every log line and every internal call. */
  requestId: string;
  /** W3C `traceparent` for internal calls; absent while tracing is off. */
  traceparent?: string | undefined;
}

const contexts = new AsyncLocalStorage<RequestContext>();

/** Runs a function within a request's context: its log lines and internal calls carry the id. */
export const inRequest = <T>(context: RequestContext, work: () => T): T => contexts.run(context, work);

/** Returns the current request; `undefined` outside of one. */
export const currentRequest = (): RequestContext | undefined => contexts.getStore();

const knownForm = /^[A-Za-z0-9_-]{8,64}$/;

/** Returns the caller's request id if it is well-formed, because it is written to logs and headers. */
export const givenRequestId = (given: string | undefined): string | undefined =>
  given !== undefined && knownForm.test(given) ? given : undefined;
