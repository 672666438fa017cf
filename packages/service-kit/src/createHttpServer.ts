import { randomUUID } from 'node:crypto';
import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { getRequestListener, RequestError, type HttpBindings } from '@hono/node-server';
import { readTarget } from './requestTarget.ts';

export type Fetch = (request: Request, environment: HttpBindings) => Response | Promise<Response>;

export interface HttpServerOptions {
  fetch: Fetch;
  hostname: string;
  /**
   * The app itself reads a body to its end that it answered early. Without it a client whose body is not through half a second
   * after the answer is cut off.
   */
  readsBodiesToTheEnd?: boolean;
  /** Told of a request that was refused before it was one. */
  refused?: (requestId: string) => void;
}

/**
 * What a client may take its time for, in milliseconds. A deck of 50 MB in five minutes is 1.4 Mbit/s; who sends next to nothing is
 * cut off sooner by the gateway.
 */
export const clientTimes = { headersTimeout: 15_000, requestTimeout: 300_000, keepAliveTimeout: 5_000, connectionsCheckingInterval: 5_000 };

/** The one thing that `Expect` may say; Node answers it. */
const continues = /^100-continue$/i;

/** What is no HTTP, or comes too slowly to be a request, is answered in the one form of errors, too, and cut off. */
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

/** The answer to what is not a request that an app could be given. */
const badRequest = (msg: string, refused: HttpServerOptions['refused']): Response => {
  const requestId = randomUUID();
  refused?.(requestId);
  return Response.json({ msg, code: 'invalid', requestId }, { status: 400, headers: { ...refusalHeaders, 'x-request-id': requestId } });
};

/** Apps answer their own errors, so this is the answer to one that not even the app could answer. */
const internalError = (): Response => {
  const requestId = randomUUID();
  const msg = 'Something went wrong on our side. Please try again.';
  return Response.json(
    { msg, code: 'internal', requestId },
    { status: 500, headers: { ...refusalHeaders, 'x-request-id': requestId, 'retry-after': '5' } },
  );
};

/**
 * A server that cuts slow clients off, not listening yet. A target that is not in its canonical form, and a request of which no URL can be made,
 * are answered 400 in the one form of errors before the app sees them: a URL object would have resolved what came over the wire.
 */
export function createHttpServer({ fetch, hostname, readsBodiesToTheEnd = false, refused }: HttpServerOptions): Server {
  const listener = getRequestListener(
    (request, environment) => {
      const { incoming } = environment;
      // RFC 9112, section 3.2. Node itself would answer it, and the next one, without a body.
      if (!incoming.headers.host && incoming.httpVersion !== '1.0') return badRequest('A request names its host.', refused);
      if (incoming.headers.expect !== undefined && !continues.test(incoming.headers.expect))
        return badRequest('Nothing but "100-continue" can be expected here.', refused);
      if (!readTarget(incoming.url)) return badRequest('This address is not in its canonical form.', refused);
      return fetch(request, environment as HttpBindings);
    },
    {
      hostname,
      autoCleanupIncoming: !readsBodiesToTheEnd,
      errorHandler: (error) => (error instanceof RequestError ? badRequest('This is not a request.', refused) : internalError()),
    },
  );
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => void listener(incoming, outgoing);
  const server = createServer({ ...clientTimes, requireHostHeader: false }, answer);
  server.on('checkExpectation', answer);
  answerBadRequests(server, refused);
  return server;
}
