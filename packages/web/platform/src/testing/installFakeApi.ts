import type { Call, ErrorBody, ErrorCode, ErrorStatus, errorStatus } from '@lectern/contracts';
import { AxiosError, AxiosHeaders, CanceledError, type InternalAxiosRequestConfig } from 'axios';
import { httpClient } from '../axiosClient';

/** A call received by the fake. */
export interface ReceivedCall {
  method: string;
  /** The path without the query. */
  path: string;
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
  headers: Record<string, string>;
  /** Reports the uploaded share of the body to the page, 0 to 1. */
  upload: (fraction: number) => void;
}

/** A response of the fake. Handlers return a body for status 200, `answer(status, body, headers)`, or `networkError()`. */
export interface FakeAnswer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

type Handler = (call: ReceivedCall) => unknown;

interface Route {
  method: string;
  pattern: RegExp;
  handler: Handler;
}

const answers = new WeakSet<object>();

/** The contract's error codes with this status. */
type CodeOf<Status extends ErrorStatus> = {
  [Code in ErrorCode]: (typeof errorStatus)[Code] extends Status ? Code : never;
}[ErrorCode];

/** The body of an error. Tests may omit fields that they do not need. */
type FakeErrorBody<Status extends ErrorStatus> = Partial<Omit<ErrorBody, 'code'>> & { code: CodeOf<Status> };

interface Answer {
  (status: 200 | 201 | 202 | 204, body?: unknown, headers?: Record<string, string>): FakeAnswer;
  /** Accepts only the contract's codes, each with its own status. */
  <Status extends ErrorStatus>(status: Status, body?: FakeErrorBody<Status>, headers?: Record<string, string>): FakeAnswer;
}

/** A response with a status: `answer(403, { msg: 'Full.', code: 'limit_reached', upgradeRequired: true })`. */
export const answer: Answer = (status: number, body?: unknown, headers: Record<string, string> = {}): FakeAnswer => {
  const made = { status, body, headers };
  answers.add(made);
  return made;
};

/** A response that violates the contract: a proxy's page, or a malformed body. */
export const foreignAnswer = answer as (status: number, body?: unknown, headers?: Record<string, string>) => FakeAnswer;

/** A call without a response, as after a lost connection. */
export const networkError = (): FakeAnswer => foreignAnswer(0);

/** A fake API below the real HTTP client: interceptors, parsing and errors are the product's. */
export interface FakeApi {
  /** Sets the response of a call of the contract. The latest one replaces earlier ones. */
  on: (definition: Pick<Call, 'method' | 'path'>, handler: unknown) => void;
  /** All calls received so far. */
  received: ReceivedCall[];
  restore: () => void;
}

/** Replaces the network until `restore`. Calls without a handler fail with 500 and the path in the message. */
export const installFakeApi = (): FakeApi => {
  const routes: Route[] = [];
  const received: ReceivedCall[] = [];
  const previous = httpClient.defaults.adapter;

  httpClient.defaults.adapter = async (config: InternalAxiosRequestConfig) => {
    const method = (config.method ?? 'get').toUpperCase();
    const path = config.url ?? '';
    const route = routes.findLast((candidate) => candidate.method === method && candidate.pattern.test(path));
    const call: ReceivedCall = {
      method,
      path,
      params: { ...(route?.pattern.exec(path)?.groups ?? {}) },
      query: (config.params as Record<string, unknown> | undefined) ?? {},
      body: typeof config.data === 'string' ? (JSON.parse(config.data) as unknown) : config.data,
      headers: Object.fromEntries(Object.entries(config.headers.toJSON()).map(([name, value]) => [name.toLowerCase(), String(value)])),
      upload: (fraction) => config.onUploadProgress?.({ loaded: fraction * 1_000, total: 1_000, bytes: 0, lengthComputable: true }),
    };
    received.push(call);
    const givenUp = new Promise<never>((_resolve, reject) => {
      config.signal?.addEventListener?.('abort', () => {
        reject(new CanceledError(undefined, config));
      });
    });
    // Nobody waits for it if no route answers.
    givenUp.catch(() => undefined);
    const result: unknown = route
      ? await Promise.race([route.handler(call), givenUp])
      : answer(500, { msg: `The test answers no ${method} ${path}.`, code: 'internal' });
    const { status, body, headers } =
      typeof result === 'object' && result !== null && answers.has(result)
        ? (result as FakeAnswer)
        : { status: 200, body: result, headers: {} };
    if (status === 0) throw new AxiosError('Network Error', 'ERR_NETWORK', config);
    const response = { data: body, status, statusText: '', headers: new AxiosHeaders(headers), config };
    if (status >= 200 && status < 300) return response;
    throw new AxiosError(`Status ${String(status)}`, 'ERR_BAD_RESPONSE', config, undefined, response);
  };

  return {
    on: ({ method, path }, handler) => {
      const pattern = new RegExp(`^${path.replace(/:([A-Za-z]+)/g, '(?<$1>[^/]+)')}$`);
      routes.push({ method, pattern, handler: typeof handler === 'function' ? (handler as Handler) : () => handler });
    },
    received,
    restore: () => {
      if (previous) httpClient.defaults.adapter = previous;
    },
  };
};
