import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { errors as undiciErrors, type Dispatcher } from 'undici';
import { DomainError, type BodyScanner } from '@lectern/service-kit';
import type { SlowClientGuard } from './createSlowClientGuard.ts';
import { isLost, isRefused, type Upstream } from './createUpstream.ts';

/** Request headers that are forwarded to services. All others are dropped, above all identity headers. */
const forwarded = [
  'content-type',
  'content-length',
  'accept',
  'accept-language',
  'user-agent',
  'idempotency-key',
  'stripe-signature',
] as const;
/** Answer headers that are forwarded to browsers. */
const returned = [
  'content-type',
  'content-length',
  'x-next',
  'retry-after',
  'location',
  'cache-control',
  'content-security-policy',
  'content-disposition',
] as const;

/** The least pace of a sender, in bytes a second. Slow mobile connections are faster. */
const leastSentPerSecond = 1_024;
/** The least pace at which a client has to read a file, in bytes a second. */
const leastReadPerSecond = 1_024;

/** Seconds until a retry makes sense, after a timeout and while a service does not answer. */
const slowRetryAfterSeconds = 5;
const absentRetryAfterSeconds = 2;

export interface ForwardOptions {
  upstream: Upstream;
  slowClients: SlowClientGuard;
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  /** Path and query in their checked form. */
  target: string;
  /** Checks each chunk of the body before it is forwarded. */
  scan: BodyScanner;
  /** Headers that the gateway adds for the service. */
  serviceHeaders: Record<string, string>;
  /** Headers that the gateway adds for the browser. */
  answerHeaders: Record<string, string>;
  /** Whether the service says how long a browser may keep its answer. Every other answer is not kept. */
  isKept: boolean;
}

const failure = (error: unknown): DomainError => {
  if (error instanceof undiciErrors.HeadersTimeoutError || error instanceof undiciErrors.BodyTimeoutError)
    return new DomainError('timeout', 'This takes too long. Please try again.', { retryAfterSeconds: slowRetryAfterSeconds, cause: error });
  if (isRefused(error) || isLost(error))
    return new DomainError('unavailable', 'This part of Lectern is not answering. Please try again in a moment.', {
      retryAfterSeconds: absentRetryAfterSeconds,
      cause: error,
    });
  return new DomainError('bad_gateway', 'This part of Lectern is not answering. Please try again in a moment.', {
    retryAfterSeconds: absentRetryAfterSeconds,
    cause: error,
  });
};

/**
 * Pipes an answer to the client. Node's `pipeline` creates an abort signal and an error for each answer, which costs an eighth of the
 * gateway's time.
 * @throws Error when either side ends early
 */
const pipeTo = (body: Readable, outgoing: ServerResponse): Promise<void> =>
  new Promise((resolve, reject) => {
    body.once('error', reject);
    body.once('close', () => {
      if (!body.readableEnded) reject(new Error('The answer ended before its time.'));
    });
    outgoing.once('error', reject);
    outgoing.once('finish', resolve);
    outgoing.once('close', () => {
      if (outgoing.writableFinished) return;
      reject(new Error('The client has gone.'));
      // The rest of the answer would keep a connection to the service busy. Its later errors are ignored.
      body.on('error', () => undefined);
      body.destroy();
    });
    body.pipe(outgoing);
  });

/** Whether a request has a body: of a known length that is not 0, or of an unknown length. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined ? headers['content-length'] !== '0' : headers['transfer-encoding'] !== undefined;

const headersFor = ({ headers }: IncomingMessage, serviceHeaders: Record<string, string>): Record<string, string> => {
  const all: Record<string, string> = { ...serviceHeaders };
  for (const name of forwarded) {
    const value = headers[name];
    if (typeof value === 'string') all[name] = value;
  }
  return all;
};

const writeHead = ({ outgoing, answerHeaders, isKept }: ForwardOptions, answer: Dispatcher.ResponseData): void => {
  outgoing.statusCode = answer.statusCode;
  for (const name of returned) {
    const value = answer.headers[name];
    if (value !== undefined) outgoing.setHeader(name, value);
  }
  const keeps = isKept && answer.statusCode === 200 && answer.headers['cache-control'] !== undefined;
  for (const [name, value] of Object.entries(answerHeaders)) if (!(keeps && name === 'cache-control')) outgoing.setHeader(name, value);
};

/** Cuts a client off that sends its body too slowly. @returns stops watching */
const watchBody = ({ slowClients, incoming, outgoing }: ForwardOptions, refuse: (error: DomainError) => void): (() => void) => {
  const { socket } = incoming;
  const stop = slowClients.watch({
    bytes: () => socket.bytesRead,
    waitsForServer: () => incoming.complete || incoming.isPaused(),
    leastPerSecond: leastSentPerSecond,
    cut: () => {
      if (!outgoing.headersSent) outgoing.setHeader('connection', 'close');
      refuse(new DomainError('invalid', 'The request came in too slowly.'));
    },
  });
  incoming.once('close', stop);
  return stop;
};

/**
 * Cuts a client off that does not read its answer. A file may take as long as it needs while its client reads it: an export of 500 MB takes longer than
 * any other answer. @returns stops watching
 */
const watchAnswer = ({ slowClients, incoming: { socket } }: ForwardOptions, isFile: boolean): (() => void) =>
  slowClients.watch({
    bytes: () => socket.bytesWritten - socket.writableLength,
    leastPerSecond: isFile ? leastReadPerSecond : 0,
    ...(isFile && { isLong: true, waitsForServer: () => socket.writableLength === 0 }),
    cut: () => void socket.destroy(),
  });

/**
 * Pipes a request to a service and its answer back without buffering either. When one side disconnects, the other one is disconnected. Slow
 * clients are cut off.
 * @throws DomainError before the answer has begun: `unavailable`, `timeout`, `bad_gateway`, or the refusal of the body
 */
export async function forward(options: ForwardOptions): Promise<void> {
  const { upstream, incoming, outgoing, target, scan, serviceHeaders } = options;
  const isWithBody = hasBody(incoming);
  const abort = new AbortController();
  const onClose = () => {
    if (!outgoing.writableFinished) abort.abort();
  };
  outgoing.once('close', onClose);
  let refusal: DomainError | undefined;
  const refuse = (error: DomainError) => {
    refusal = error;
    abort.abort();
  };
  const stopWatchingBody = isWithBody ? watchBody(options, refuse) : undefined;
  let stopWatchingAnswer: (() => void) | undefined;
  try {
    const answer = await upstream.request({
      method: incoming.method ?? 'GET',
      path: target,
      headers: headersFor(incoming, serviceHeaders),
      bodyOf: isWithBody ? { incoming, scan, refuse } : undefined,
      signal: abort.signal,
    });
    stopWatchingAnswer = watchAnswer(options, answer.headers['content-disposition'] !== undefined);
    writeHead(options, answer);
    await pipeTo(answer.body, outgoing);
  } catch (error) {
    if (refusal && !outgoing.headersSent && !outgoing.destroyed) throw refusal;
    if (outgoing.headersSent || outgoing.destroyed || abort.signal.aborted) {
      outgoing.destroy();
      return;
    }
    throw failure(error);
  } finally {
    outgoing.off('close', onClose);
    stopWatchingBody?.();
    stopWatchingAnswer?.();
  }
}
