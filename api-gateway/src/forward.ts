import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errors as undiciErrors, type Pool } from 'undici';
import { DomainError } from '@lectern/service-kit';

/** Headers of a request that a service may see; every other one, identity headers above all, ends here. */
const forwarded = [
  'content-type',
  'content-length',
  'accept',
  'accept-language',
  'user-agent',
  'idempotency-key',
  'stripe-signature',
] as const;
/** Headers of an answer that a browser may see. */
const returned = ['content-type', 'content-length', 'x-next', 'retry-after', 'location', 'cache-control'] as const;

export interface ForwardOptions {
  pool: Pool;
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  /** Path and query, as they came. */
  path: string;
  /** Headers that the gateway adds for the service. */
  serviceHeaders: Record<string, string>;
  /** Headers that the gateway adds for the browser. */
  answerHeaders: Record<string, string>;
}

const failure = (error: unknown): DomainError => {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  if (error instanceof undiciErrors.HeadersTimeoutError || error instanceof undiciErrors.BodyTimeoutError)
    return new DomainError('timeout', 'This takes too long. Please try again.', { retryAfterSeconds: 5, cause: error });
  if (['ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT', 'ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE'].includes(code))
    return new DomainError('unavailable', 'This part of Lectern is not answering. Please try again in a moment.', {
      retryAfterSeconds: 2,
      cause: error,
    });
  return new DomainError('bad_gateway', 'This part of Lectern is not answering. Please try again in a moment.', {
    retryAfterSeconds: 2,
    cause: error,
  });
};

/**
 * A request's body as the client of the service may have it. When the service answers before the body is through, and goes, the
 * client's connection must not go with it: the rest is read and dropped, so that the answer arrives as an answer.
 */
function bodyFor(incoming: IncomingMessage): PassThrough {
  const body = new PassThrough();
  incoming.pipe(body);
  incoming.once('error', (error) => body.destroy(error));
  // What ends a body half-way is told by the request itself.
  body.on('error', () => undefined);
  body.once('close', () => {
    incoming.unpipe(body);
    incoming.resume();
  });
  return body;
}

/**
 * Pipes a request to a service and its answer back, without holding either in memory; when one side goes away, so does the other.
 * @throws DomainError while nothing was answered yet: `unavailable`, `timeout`, `bad_gateway`
 */
export async function forward({ pool, incoming, outgoing, path, serviceHeaders, answerHeaders }: ForwardOptions): Promise<void> {
  const headers: Record<string, string> = { ...serviceHeaders };
  for (const name of forwarded) {
    const value = incoming.headers[name];
    if (typeof value === 'string') headers[name] = value;
  }
  const method = incoming.method ?? 'GET';
  const hasBody =
    incoming.headers['content-length'] !== undefined
      ? incoming.headers['content-length'] !== '0'
      : incoming.headers['transfer-encoding'] !== undefined;
  const abort = new AbortController();
  const onClose = () => {
    if (!outgoing.writableFinished) abort.abort();
  };
  outgoing.once('close', onClose);
  try {
    const answer = await pool.request({
      method: method as 'GET',
      path,
      headers,
      body: hasBody ? bodyFor(incoming) : null,
      signal: abort.signal,
    });
    outgoing.statusCode = answer.statusCode;
    for (const name of returned) {
      const value = answer.headers[name];
      if (value !== undefined) outgoing.setHeader(name, value);
    }
    for (const [name, value] of Object.entries(answerHeaders)) outgoing.setHeader(name, value);
    await pipeline(answer.body, outgoing);
  } catch (error) {
    if (outgoing.headersSent || outgoing.destroyed || abort.signal.aborted) {
      outgoing.destroy();
      return;
    }
    throw failure(error);
  } finally {
    outgoing.off('close', onClose);
  }
}
