import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, Pool, type Dispatcher } from 'undici';
import { generationDeadlines } from '@lectern/contracts';
import type { BodyScanner, DomainError } from '@lectern/service-kit';

/**
 * Bodies longer than this, or of unknown length, get a connection of their own, in bytes. A service may answer before it has read such a
 * body and then close the connection, which would break the next request on it.
 */
const pooledBodyBytesMax = 65_536;
/** A service that answered within this time and now refuses connections is restarting: the gateway waits for it. Milliseconds. */
const restartMs = 3_000;
const lookAgainMs = 60;

/** A body that is scanned while it is forwarded. */
export interface CheckedBody {
  incoming: IncomingMessage;
  scan: BodyScanner;
  /** Called with the refusal of `scan`; aborts the call. */
  refuse: (error: DomainError) => void;
}

export interface UpstreamRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** The request's body; `undefined` when there is none. */
  bodyOf: CheckedBody | undefined;
  signal: AbortSignal;
}

const codeOf = (error: unknown): string => (typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '');

/** The connection was refused, so nothing of the request was sent. */
export const isRefused = (error: unknown): boolean => ['ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT'].includes(codeOf(error));
/** The connection ended before an answer. */
export const isLost = (error: unknown): boolean => ['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE'].includes(codeOf(error));

/**
 * The request's body as a stream for the service. Nothing is read from the client before the service reads, so that a refused connection
 * has consumed nothing and the request can be sent again. When the service answers early and closes, the rest of the body is read and
 * dropped, so that the client gets the answer instead of a broken connection.
 */
function bodyFrom({ incoming, scan, refuse }: CheckedBody): { stream: Readable; isUntouched: () => boolean } {
  let isStarted = false;
  const onData = (chunk: Buffer) => {
    const refusal = scan(chunk);
    if (refusal) {
      refuse(refusal);
      stream.destroy(refusal);
      return;
    }
    if (!stream.push(chunk)) incoming.pause();
  };
  const onEnd = () => void stream.push(null);
  const onError = (error: Error) => void stream.destroy(error);
  const stream = new Readable({
    read() {
      if (!isStarted) {
        isStarted = true;
        incoming.on('data', onData);
        incoming.once('end', onEnd);
        incoming.once('error', onError);
      }
      incoming.resume();
    },
  });
  // An error of the body also fails the request, which reports it.
  stream.on('error', () => undefined);
  stream.once('close', () => {
    if (!isStarted) return;
    incoming.off('data', onData);
    incoming.off('end', onEnd);
    incoming.off('error', onError);
    incoming.on('error', () => undefined);
    incoming.resume();
  });
  return { stream, isUntouched: () => !isStarted };
}

/**
 * The client of one service. While the service restarts, calls take longer instead of failing: a request that was never sent is retried for
 * three seconds, and a `GET` without a body whose connection ended before the answer is retried once.
 */
export function createUpstream(origin: string) {
  const common = { connectTimeout: 2_000, headersTimeout: generationDeadlines.gateway, bodyTimeout: 60_000, pipelining: 1 };
  // Slow clients hold a connection for as long as they send. Calls without a body have a pool of their own, so that they never wait for these.
  const withBody = new Pool(origin, { ...common, connections: 2_048 });
  // A slow reader holds one connection, a learner 32 at most.
  const withoutBody = new Pool(origin, { ...common, connections: 1_024 });
  let answeredAt = -Infinity;

  const overOwnConnection = async (request: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> => {
    const client = new Client(origin, common);
    const end = () => void client.destroy();
    try {
      const answer = await client.request(request);
      answer.body.once('close', end);
      return answer;
    } catch (error) {
      end();
      throw error;
    }
  };

  return {
    async request({ method, path, headers, bodyOf, signal }: UpstreamRequest): Promise<Dispatcher.ResponseData> {
      let isSecondTry = false;
      for (;;) {
        const body = bodyOf && bodyFrom(bodyOf);
        try {
          const request = { method: method as 'GET', path, headers, body: body?.stream ?? null, signal };
          const isLong = body && !(Number(headers['content-length']) <= pooledBodyBytesMax);
          const answer = await (isLong ? overOwnConnection(request) : (body ? withBody : withoutBody).request(request));
          answeredAt = performance.now();
          return answer;
        } catch (error) {
          if (signal.aborted) throw error;
          const isUnsent = isRefused(error) && (!body || body.isUntouched());
          if (isUnsent && performance.now() - answeredAt < restartMs) await pause(lookAgainMs, undefined, { signal });
          // A body that was partly sent cannot be sent again.
          else if (isLost(error) && !isSecondTry && !bodyOf && method === 'GET') isSecondTry = true;
          else throw error;
        }
      }
    },
    async close(): Promise<void> {
      await Promise.all([withBody.close(), withoutBody.close()]);
    },
  };
}
export type Upstream = ReturnType<typeof createUpstream>;
