import { AsyncLocalStorage } from 'node:async_hooks';

/** What belongs to one request and to all that is done for it, whatever function it is done in. */
export interface RequestContext {
  /** From the browser to the last service: in every log line and in every call to another service. */
  requestId: string;
  /** W3C `traceparent` of the span that calls made for this request belong to; absent while nothing is traced. */
  traceparent?: string | undefined;
}

const contexts = new AsyncLocalStorage<RequestContext>();

/** Does work as part of a request: log lines and internal calls carry its id by themselves. */
export const inRequest = <T>(context: RequestContext, work: () => T): T => contexts.run(context, work);

/** The request that is being worked on; `undefined` outside of one. */
export const currentRequest = (): RequestContext | undefined => contexts.getStore();

const knownForm = /^[A-Za-z0-9_-]{8,64}$/;

/** The id that a caller gave, as far as it can be one: it goes into logs and headers. */
export const givenRequestId = (given: string | undefined): string | undefined =>
  given !== undefined && knownForm.test(given) ? given : undefined;
