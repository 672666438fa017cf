import type { IncomingMessage, ServerResponse } from 'node:http';
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
    const answer = await pool.request({ method: method as 'GET', path, headers, body: hasBody ? incoming : null, signal: abort.signal });
    outgoing.statusCode = answer.statusCode;
    for (const name of returned) {
      const value = answer.headers[name];
      if (value !== undefined) outgoing.setHeader(name, value);
    }
    for (const [name, value] of Object.entries(answerHeaders)) outgoing.setHeader(name, value);
    // What is left of a body that was refused half-way must not be read as the next request.
    if (!incoming.complete) outgoing.setHeader('connection', 'close');
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
