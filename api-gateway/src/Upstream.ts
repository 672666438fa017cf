import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, Pool, type Dispatcher } from 'undici';
import { generationDeadlines } from '@lectern/contracts';
import type { BodyScanner, DomainError } from '@lectern/service-kit';

/**
 * Longer bodies, and those of unknown length, get a separate connection, in bytes. A service may answer before it has read such a body and then
 * close the connection, which would break the next request on it.
 */
const pooledBodyBytesMax = 65_536;
/** A service that answered within this time and now refuses connections is restarting: the gateway waits for it. Milliseconds. */
const restartMs = 3_000;
const lookAgainMs = 60;
const connecting = { connectTimeout: 2_000, headersTimeout: generationDeadlines.gateway, bodyTimeout: 60_000, pipelining: 1 };

/** A body that is scanned while it is forwarded. */
interface CheckedBody {
  incoming: IncomingMessage;
  /** The declared number of bytes; `NaN` without one. */
  length: number;
  scan: BodyScanner;
  /** Called with the refusal of `scan`; aborts the call. */
  refuse: (error: DomainError) => void;
}

/** Aborts a request that is no longer needed, even before it has started. Cheaper than one `AbortController` per call. */
export class Abortion {
  reason: Error | undefined;
  #request: Pick<Dispatcher.DispatchController, 'abort'> | undefined;

  abort(reason: Error): void {
    if (this.reason) return;
    this.reason = reason;
    this.#request?.abort(reason);
  }

  /** Called with the request once it has started. */
  follow(request: Pick<Dispatcher.DispatchController, 'abort'>): void {
    this.#request = request;
    if (this.reason) request.abort(this.reason);
  }
}

/** Receives an answer as it arrives. */
export interface AnswerReceiver {
  begin: (status: number, headers: IncomingHttpHeaders) => void;
  /** @returns whether it accepts more chunks; otherwise it calls `resume` when it does */
  take: (chunk: Buffer, resume: () => void) => boolean;
  /** Called when the answer is complete. */
  end: () => void;
}

export interface UpstreamRequest {
  method: string;
  path: string;
  /** Names and values by turns. */
  headers: string[];
  /** The request's body; `undefined` without one. */
  bodyOf: CheckedBody | undefined;
  abortion: Abortion;
  receiver: AnswerReceiver;
}

const codeOf = (error: unknown): string => (typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '');

/** Returns whether the connection was refused, so that nothing of the request was sent. */
export const isRefused = (error: unknown): boolean => ['ECONNREFUSED', 'UND_ERR_CONNECT_TIMEOUT'].includes(codeOf(error));
/** Returns whether the connection ended before an answer. */
export const isLost = (error: unknown): boolean => ['ECONNRESET', 'UND_ERR_SOCKET', 'EPIPE'].includes(codeOf(error));

/**
 * Returns the request's body as a stream for the service. Nothing is read from the client before the service reads, so that a refused connection
 * has consumed nothing and the request can be sent again. If the service answers early and closes, the rest of the body is read and dropped, so
 * that the client gets the answer instead of a broken connection.
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

/** Sends a request once. Calls `begun` when the answer starts. @throws Error of undici, or the reason of the abortion */
const sendOnce = (
  dispatcher: Dispatcher,
  { method, path, headers, abortion, receiver }: UpstreamRequest,
  body: Readable | undefined,
  begun: () => void,
): Promise<void> =>
  new Promise((resolve, reject) => {
    dispatcher.dispatch(
      { method: method as 'GET', path, headers, body: body ?? null },
      {
        onRequestStart: (controller) => {
          abortion.follow(controller);
        },
        onResponseStart: (_controller, status, answerHeaders) => {
          // An interim answer, such as 103.
          if (status < 200) return;
          begun();
          receiver.begin(status, answerHeaders);
        },
        onResponseData: (controller, chunk) => {
          if (!receiver.take(chunk, () => controller.resume())) controller.pause();
        },
        onResponseEnd: () => {
          receiver.end();
          resolve();
        },
        onResponseError: (_controller, error) => {
          reject(error);
        },
      },
    );
  });

/**
 * The client of one service. While the service restarts, calls take longer instead of failing: a request that was never sent is retried for three
 * seconds, and a `GET` without a body whose connection ended before the answer is retried once.
 */
export class Upstream {
  readonly #origin: string;
  /** Slow clients hold a connection for as long as they send. Calls without a body have a separate pool, so that they never wait for them. */
  readonly #withBody: Pool;
  /** A slow reader holds one connection, a learner at most 32. */
  readonly #withoutBody: Pool;
  #answeredAt = -Infinity;

  constructor(origin: string) {
    this.#origin = origin;
    this.#withBody = new Pool(origin, { ...connecting, connections: 2_048 });
    this.#withoutBody = new Pool(origin, { ...connecting, connections: 1_024 });
  }

  /**
   * Sends a request and forwards its answer.
   *
   * @throws Error of undici, or the reason of the abortion, also if the answer is interrupted
   */
  async send(request: UpstreamRequest): Promise<void> {
    const { method, bodyOf, abortion } = request;
    let isSecondTry = false;
    for (;;) {
      const body = bodyOf && bodyFrom(bodyOf);
      let hasBegun = false;
      const begun = (): void => {
        hasBegun = true;
        this.#answeredAt = performance.now();
      };
      try {
        const isLong = body && !(bodyOf.length <= pooledBodyBytesMax);
        if (isLong) return await this.#sendOverOwnConnection(request, body.stream, begun);
        return await sendOnce(body ? this.#withBody : this.#withoutBody, request, body?.stream, begun);
      } catch (error) {
        if (abortion.reason !== undefined || hasBegun) throw error;
        const isUnsent = isRefused(error) && (!body || body.isUntouched());
        if (isUnsent && performance.now() - this.#answeredAt < restartMs) await pause(lookAgainMs);
        // A partly sent body cannot be sent again.
        else if (isLost(error) && !isSecondTry && !bodyOf && method === 'GET') isSecondTry = true;
        else throw error;
        if (abortion.reason) throw abortion.reason;
      }
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#withBody.close(), this.#withoutBody.close()]);
  }

  async #sendOverOwnConnection(request: UpstreamRequest, body: Readable, begun: () => void): Promise<void> {
    const client = new Client(this.#origin, connecting);
    try {
      await sendOnce(client, request, body, begun);
    } finally {
      void client.destroy();
    }
  }
}
