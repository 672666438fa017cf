import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, Pool, type Dispatcher } from 'undici';
import type { BodyScanner, DomainError } from '@lectern/service-kit';

/** Longest time that a service may take to answer: generation by a model is the slowest. */
const answerTimeoutMs = 180_000;
/**
 * A longer body, or one of unknown length, goes over a connection of its own. A service may answer before it has read such a body to its
 * end, and closes the connection afterwards, when another request might have been on it.
 */
const longestOfPool = 65_536;
/** A service that answered so shortly ago and takes no connection now is being started again: it is waited for. */
const restartMs = 3_000;
const lookAgainMs = 60;

/** A body that is looked at while it goes through. */
export interface CheckedBody {
  incoming: IncomingMessage;
  scan: BodyScanner;
  /** Told what `scan` refuses; ends the call. */
  refuse: (error: DomainError) => void;
}

export interface UpstreamRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** Where the body comes from; `undefined` when there is none. */
  bodyOf: CheckedBody | undefined;
  signal: AbortSignal;
}

const codeOf = (error: unknown): string => (typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '');

/** No connection came about, so nothing of the request was sent. */
export const isRefused = (error: unknown): boolean => ['ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT'].includes(codeOf(error));
/** The connection ended before an answer. */
export const isLost = (error: unknown): boolean => ['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE'].includes(codeOf(error));

/**
 * A request's body as the client of the service may have it; not a byte is taken from it before it is read, so that an attempt that
 * found no connection has spent nothing. When the service answers before the body is through, and goes, the client's connection must
 * not go with it: the rest is read and dropped, so that the answer arrives as an answer.
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
  // What ends a body half-way is told by the request itself.
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
 * One service as the gateway calls it. A service that is being started again costs a call some time and not an error: what was never
 * sent is sent again for three seconds, and a `GET` without a body whose connection ended before the answer once more.
 */
export function createUpstream(origin: string) {
  const common = { connectTimeout: 2_000, headersTimeout: answerTimeoutMs, bodyTimeout: 60_000, pipelining: 1 };
  // A body takes as long as its client lets it: hundreds of slow ones must not keep those without one waiting for a connection.
  const withBody = new Pool(origin, { ...common, connections: 2_048 });
  // Readers that are slow keep one busy each, a learner's 32 at most.
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
          const isLong = body && !(Number(headers['content-length']) <= longestOfPool);
          const answer = await (isLong ? overOwnConnection(request) : (body ? withBody : withoutBody).request(request));
          answeredAt = performance.now();
          return answer;
        } catch (error) {
          if (signal.aborted) throw error;
          const isUnsent = isRefused(error) && (!body || body.isUntouched());
          if (isUnsent && performance.now() - answeredAt < restartMs) await pause(lookAgainMs, undefined, { signal });
          // What of a body was sent is not there any more.
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
