import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { errors as undiciErrors } from 'undici';
import { DomainError, type BodyScanner } from '@lectern/service-kit';
import type { SlowClientGuard } from './SlowClientGuard.ts';
import { Abortion, isLost, isRefused, type AnswerReceiver, type Upstream } from './Upstream.ts';

/** The request headers that are forwarded to services. All others are dropped, especially identity headers. */
const forwarded = [
  'content-type',
  'content-length',
  'accept',
  'accept-language',
  'user-agent',
  'idempotency-key',
  'stripe-signature',
] as const;
/** The answer headers that are forwarded to browsers. */
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

/** The minimum pace of a sender, in bytes per second. Even slow mobile connections are faster. */
const leastSentPerSecond = 1_024;
/** The minimum pace at which a client has to read a file, in bytes per second. */
const leastReadPerSecond = 1_024;

/** Answers up to this size that arrive in one piece are sent in one piece, in bytes. */
const onePieceBytesMax = 16_384;

/** The suggested pause before a retry in seconds, after a timeout and while a service does not answer. */
const slowRetryAfterSeconds = 5;
const absentRetryAfterSeconds = 2;

export interface ForwardOptions {
  upstream: Upstream;
  slowClients: SlowClientGuard;
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  /** The checked path and query. */
  target: string;
  /** Checks each chunk of the body before it is forwarded. */
  scan: BodyScanner;
  /** Headers that the gateway adds for the service: names and values by turns. */
  serviceHeaders: readonly string[];
  /** Headers that the gateway adds for the browser. */
  answerHeaders: Record<string, string>;
  /** Whether the service sets how long a browser may cache its answer. Other answers are not cached. */
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

/** Returns whether a request has a body: of a known length other than 0, or of unknown length. */
export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined ? headers['content-length'] !== '0' : headers['transfer-encoding'] !== undefined;

/** Returns names and values by turns. */
const headersFor = ({ headers }: IncomingMessage, serviceHeaders: readonly string[]): string[] => {
  const all = [...serviceHeaders];
  for (const name of forwarded) {
    const value = headers[name];
    if (typeof value === 'string') all.push(name, value);
  }
  return all;
};

/** Returns names and values by turns. */
const answerHeadersFor = ({ answerHeaders, isKept }: ForwardOptions, status: number, headers: IncomingHttpHeaders): string[] => {
  const all: string[] = [];
  const keeps = isKept && status === 200 && headers['cache-control'] !== undefined;
  for (const name of returned) {
    const value = headers[name];
    if (value !== undefined && (keeps || name !== 'cache-control')) all.push(name, String(value));
  }
  for (const name in answerHeaders) if (!(keeps && name === 'cache-control')) all.push(name, answerHeaders[name] ?? '');
  return all;
};

/** Disconnects a client that sends its body too slowly. @returns a function that stops watching */
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
 * Disconnects a client that does not read its answer. A file has no time limit while its client keeps reading, because exports may have 500 MB.
 *
 * @returns a function that stops watching
 */
const watchAnswer = ({ slowClients, incoming: { socket } }: ForwardOptions, isFile: boolean): (() => void) =>
  slowClients.watch({
    bytes: () => socket.bytesWritten - socket.writableLength,
    leastPerSecond: isFile ? leastReadPerSecond : 0,
    ...(isFile && { isLong: true, waitsForServer: () => socket.writableLength === 0 }),
    cut: () => void socket.destroy(),
  });

/** Forwards an answer to the client as it arrives. Calls `begun` with its headers. Sends nothing before the first byte, so that an answer that ends before can be an error. */
const receiverFor = (options: ForwardOptions, begun: (headers: IncomingHttpHeaders) => void): AnswerReceiver => {
  const { outgoing } = options;
  let status = 0;
  let answerHeaders: string[] = [];
  let length: number | undefined;
  return {
    begin: (given, headers) => {
      status = given;
      answerHeaders = answerHeadersFor(options, status, headers);
      length = Number(headers['content-length']);
      begun(headers);
    },
    take: (chunk, resume) => {
      if (outgoing.destroyed) return true;
      if (!outgoing.headersSent) outgoing.writeHead(status, answerHeaders);
      // Node sends a string together with the headers in one system call, but bytes in a second one.
      if (chunk.length === length && length <= onePieceBytesMax) {
        outgoing.end(chunk.toString('latin1'), 'latin1');
        return true;
      }
      const isReady = outgoing.write(chunk);
      if (!isReady) outgoing.once('drain', resume);
      return isReady;
    },
    end: () => {
      if (outgoing.writableEnded || outgoing.destroyed) return;
      if (!outgoing.headersSent) outgoing.writeHead(status, answerHeaders);
      outgoing.end();
    },
  };
};

/**
 * Streams a request to a service and the answer back to the client. Buffers neither. If one side disconnects, the other is disconnected. Slow
 * clients are disconnected. Resolves when the service has answered or the client has left.
 *
 * @throws DomainError before the answer has started: `unavailable`, `timeout`, `bad_gateway`, or the refusal of the body
 */
export async function forward(options: ForwardOptions): Promise<void> {
  const { upstream, incoming, outgoing, target, scan, serviceHeaders } = options;
  const isWithBody = hasBody(incoming);
  const abortion = new Abortion();
  let stopWatchingAnswer: (() => void) | undefined;
  outgoing.on('close', () => {
    stopWatchingAnswer?.();
    if (!outgoing.writableFinished) abortion.abort(new Error('The client has gone.'));
  });
  outgoing.on('error', (error) => {
    abortion.abort(error);
  });
  let refusal: DomainError | undefined;
  const refuse = (error: DomainError) => {
    refusal = error;
    abortion.abort(error);
  };
  const stopWatchingBody = isWithBody ? watchBody(options, refuse) : undefined;
  try {
    await upstream.send({
      // A HEAD request is sent as GET, so that the answer has the same headers, including the length. Node omits its body.
      method: incoming.method === 'HEAD' ? 'GET' : (incoming.method ?? 'GET'),
      path: target,
      headers: headersFor(incoming, serviceHeaders),
      bodyOf: isWithBody ? { incoming, length: Number(incoming.headers['content-length']), scan, refuse } : undefined,
      abortion,
      receiver: receiverFor(options, (headers) => {
        stopWatchingAnswer = watchAnswer(options, headers['content-disposition'] !== undefined);
      }),
    });
  } catch (error) {
    stopWatchingAnswer?.();
    if (refusal && !outgoing.headersSent && !outgoing.destroyed) throw refusal;
    if (!outgoing.headersSent && !outgoing.destroyed && !abortion.reason) throw failure(error);
    outgoing.destroy();
  } finally {
    stopWatchingBody?.();
  }
}
