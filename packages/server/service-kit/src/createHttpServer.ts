import { randomUUID } from 'node:crypto';
import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener, RequestError, type HttpBindings } from '@hono/node-server';
import { readTarget, type RequestTarget } from './requestTarget.ts';

export type Fetch = (request: Request, environment: HttpBindings) => Response | Promise<Response>;

/** Answers a request without `Request` and `Response` objects, which cost as much as piping it. Returns whether it takes the request. */
export type Pipe = (incoming: IncomingMessage, outgoing: ServerResponse, target: RequestTarget) => boolean;

export interface HttpServerOptions {
  /** Answers the requests that `pipe` does not take. */
  fetch: Fetch;
  pipe?: Pipe | undefined;
  hostname: string;
  /**
   * Whether the app reads a request's body to the end even after it has answered. Otherwise the connection is closed half a second after the answer
   * if the body is incomplete.
   */
  readsBodiesToTheEnd?: boolean;
  /** Called with the id of a request that was refused before it reached the app. */
  refused?: (requestId: string) => void;
}

/**
 * The time limits of a client, in milliseconds. A deck of 50 MB in five minutes is 1.4 Mbit/s. The gateway disconnects much slower senders earlier.
 */
export const clientTimes = { headersTimeout: 15_000, requestTimeout: 300_000, keepAliveTimeout: 5_000, connectionsCheckingInterval: 5_000 };

/** The only supported `Expect`; Node answers it. */
const continues = /^100-continue$/i;

/** Answers malformed or too slow requests with the common error body, and closes the connection. */
const answerBadRequests = (server: Server, refused: HttpServerOptions['refused']): void => {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const [status, code, msg] =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? [431, 'too_large', 'The headers are too large.']
        : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
          ? [408, 'timeout', 'The request came in too slowly.']
          : [400, 'invalid', 'This is not a request.'];
    const requestId = randomUUID();
    refused?.(requestId);
    const body = JSON.stringify({ msg, code, requestId });
    socket.end(
      `HTTP/1.1 ${String(status)} ${STATUS_CODES[status as number] ?? ''}\r\ncontent-type: application/json; charset=utf-8\r\nx-request-id: ${requestId}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
      () => socket.destroy(),
    );
  });
};

const refusalHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' } as const;

/** Creates the answer to a request that cannot be passed to the app. */
const badRequest = (msg: string, refused: HttpServerOptions['refused']): Response => {
  const requestId = randomUUID();
  refused?.(requestId);
  return Response.json({ msg, code: 'invalid', requestId }, { status: 400, headers: { ...refusalHeaders, 'x-request-id': requestId } });
};

/** Apps answer their own errors. This is the answer if that failed. */
const internalError = (): Response => {
  const requestId = randomUUID();
  const msg = 'Something went wrong on our side. Please try again.';
  return Response.json(
    { msg, code: 'internal', requestId },
    { status: 500, headers: { ...refusalHeaders, 'x-request-id': requestId, 'retry-after': '5' } },
  );
};

/** Returns why a request cannot be passed to the app. */
const refusalOf = (
  { headers, httpVersion }: Pick<IncomingMessage, 'headers' | 'httpVersion'>,
  target: RequestTarget | undefined,
): string | undefined => {
  // RFC 9112, section 3.2. Node itself would answer this request and the next one without a body.
  if (!headers.host && httpVersion !== '1.0') return 'A request names its host.';
  if (headers.expect !== undefined && !continues.test(headers.expect)) return 'Nothing but "100-continue" can be expected here.';
  return target ? undefined : 'This address is not in its canonical form.';
};

/**
 * Creates an HTTP server with time limits for slow clients; it does not listen yet. Requests without a host, with an unsupported `Expect` or with a
 * non-canonical target are answered with 400 before they reach the app: a URL object would resolve dot segments silently.
 */
export function createHttpServer({ fetch, pipe, hostname, readsBodiesToTheEnd = false, refused }: HttpServerOptions): Server {
  const listener = getRequestListener(
    (request, environment) => {
      const refusal = refusalOf(environment.incoming, readTarget(environment.incoming.url));
      return refusal === undefined ? fetch(request, environment as HttpBindings) : badRequest(refusal, refused);
    },
    {
      hostname,
      autoCleanupIncoming: !readsBodiesToTheEnd,
      errorHandler: (error) => (error instanceof RequestError ? badRequest('This is not a request.', refused) : internalError()),
    },
  );
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const target = pipe && readTarget(incoming.url);
    const isPiped = target !== undefined && refusalOf(incoming, target) === undefined && pipe?.(incoming, outgoing, target) === true;
    if (!isPiped) void listener(incoming, outgoing);
  };
  const server = createServer({ ...clientTimes, requireHostHeader: false }, answer);
  server.on('checkExpectation', answer);
  answerBadRequests(server, refused);
  return server;
}
