import type { DescribedCall } from '@lectern/contracts';
import type { AxiosProgressEvent, AxiosRequestConfig, AxiosResponse } from 'axios';
import { ApiError } from './ApiError';
import { followCall } from './slowCalls';
import { getTokenHolder } from './tokenHolder';

/** The parameter names of a path such as `/folders/:id/materials/:materialId`. */
type PathParameters<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParameters<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type AnswerOf<C extends DescribedCall> = C['answer']['_zod']['output'];
type InputOf<Schema> = Schema extends { _zod: { input: infer Input } } ? Input : undefined;
type BodyOf<C extends DescribedCall> = InputOf<C['body']>;
type QueryOf<C extends DescribedCall> = InputOf<C['query']>;

/** The input of a call: its path parameters, body and query, typed by the contract. */
export type CallInput<C extends DescribedCall> = ([PathParameters<C['path']>] extends [never]
  ? { path?: undefined }
  : { path: Record<PathParameters<C['path']>, string> }) &
  (BodyOf<C> extends undefined ? { body?: undefined } : C['encoding'] extends 'multipart' ? { body: FormData } : { body: BodyOf<C> }) & {
    query?: QueryOf<C> | undefined;
    signal?: AbortSignal | undefined;
    /** Sent as `idempotency-key`. A creating call without one gets a fresh key. See `useIdempotencyKey`. */
    idempotencyKey?: string | undefined;
    /** Called with the uploaded share of the body, 0 to 1. */
    onUpload?: ((fraction: number) => void) | undefined;
    /** The browser completes the call even if its page is left. The body must be at most 60 kB. */
    outlivesPage?: boolean | undefined;
    /** The screen shows an overlay with the progress, so the page does not offer to cancel the call after ten seconds. */
    hasOwnProgress?: boolean | undefined;
    /**
     * The caller retries the call itself. Otherwise a creating call with `hasOwnProgress` is retried while its service is being replaced.
     */
    isRepeatedByCaller?: boolean | undefined;
  };

/** The second argument is optional if none of its fields is required. */
type CallArguments<C extends DescribedCall> = Record<string, never> extends CallInput<C> ? [input?: CallInput<C>] : [input: CallInput<C>];

/** A page of a list. Pass `next` as the query's `after` to get the following page. */
export interface Page<Items> {
  items: Items;
  next: string | undefined;
}

const headerOf = (response: AxiosResponse, name: string): string | undefined => {
  const value: unknown = response.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** Reports a chunk that cannot be loaded as a network error. */
const asNetworkError = (cause: unknown): never => {
  throw new ApiError({ status: 0, code: 'network', cause });
};

/** Axios is loaded with the first call, because a visitor who only reads the landing page does not need it. */
const loadClient = () => import(/* webpackChunkName: "learner" */ './axiosClient').catch(asNetworkError);

/** @throws ApiError */
export const loadOwnCalls = () => import(/* webpackChunkName: "learner" */ './ownCalls').catch(asNetworkError);

/** Preloads the client when a call is likely, such as while a form is filled in. After a failure, the call itself tries again. */
export const prepareCalls = (): void => {
  loadClient().catch(() => undefined);
};

const parse = <C extends DescribedCall>(definition: C, response: AxiosResponse<unknown>): AnswerOf<C> => {
  const result = definition.answer.safeParse(response.data);
  // The schemas drop unknown keys, so this fails only for a response that the page cannot use at all.
  if (result.success) return result.data as AnswerOf<C>;
  const requestId = headerOf(response, 'x-request-id');
  throw new ApiError({ status: response.status, code: 'unexpected_answer', requestId, cause: result.error });
};

/** Inserts encoded values into a path: `pathOf('/quizzes/:id', { id })`. */
export const pathOf = (pattern: string, values: Record<string, string> = {}): string =>
  pattern.replace(/:([A-Za-z]+)/g, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${pattern} has no value for ${name}.`);
    return encodeURIComponent(value);
  });

const sendOnce = async <C extends DescribedCall>(definition: C, input: CallInput<C> | undefined) => {
  const { path, body, query, signal, idempotencyKey, onUpload, outlivesPage, hasOwnProgress, isRepeatedByCaller } =
    input ?? ({} as CallInput<C>);
  // A learner's data needs a session. The token is read before the client's chunk is loaded, because the call belongs to the learner who is
  // signed in now.
  const token = getTokenHolder().read();
  if (definition.access === 'learner' && token === undefined) {
    throw new ApiError({ status: 401, code: 'no_token', msg: 'No authentication token found' });
  }
  const key = idempotencyKey ?? (definition.creates === true ? crypto.randomUUID() : undefined);
  // Both the caller and an impatient learner may cancel the call.
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort();
  };
  if (signal?.aborted === true) abort();
  signal?.addEventListener('abort', abort);
  const unfollow = hasOwnProgress === true ? undefined : followCall(controller);
  try {
    const { httpClient, repeatCall } = await loadClient();
    const request: AxiosRequestConfig = {
      method: definition.method,
      url: pathOf(definition.path, path),
      signal: controller.signal,
      ...(body !== undefined && { data: body }),
      ...(query !== undefined && { params: query }),
      ...(definition.answersFile !== undefined && { responseType: 'blob' as const }),
      headers: { ...(token !== undefined && { 'x-auth-token': token }), ...(key !== undefined && { 'idempotency-key': key }) },
      ...(outlivesPage === true && { fetchOptions: { keepalive: true } }),
      ...(onUpload && {
        onUploadProgress: ({ loaded, total }: AxiosProgressEvent) => {
          if (total !== undefined && total > 0) onUpload(Math.min(1, loaded / total));
        },
      }),
    };
    const makeCall = () => httpClient.request<unknown>(request);
    const isRepeated = hasOwnProgress === true && definition.creates === true && isRepeatedByCaller !== true;
    const response = await (isRepeated ? repeatCall(makeCall, controller.signal) : makeCall());
    return { response, answer: parse(definition, response) };
  } finally {
    unfollow?.();
    signal?.removeEventListener('abort', abort);
  }
};

interface Sent<C extends DescribedCall> {
  response: AxiosResponse<unknown>;
  answer: AnswerOf<C>;
}

/** An identical changing call within this time counts as a double click. Milliseconds. */
const doubleClickMs = 1_000;

/** The pending changing calls, by learner, method, path and content. */
const running = new Map<string, { since: number; sent: Promise<unknown> }>();

/** For tests: keeps the calls of one test from being shared with the next. */
export const forgetRunningCalls = (): void => {
  running.clear();
};

/**
 * Sends one request for a double click: a changing call identical to one that was just sent shares its response. A call that its caller can
 * cancel, and one with files, is always sent.
 */
const send = <C extends DescribedCall>(definition: C, input: CallInput<C> | undefined): Promise<Sent<C>> => {
  const { path, body, query, signal } = input ?? ({} as CallInput<C>);
  if (definition.method === 'GET' || signal !== undefined || body instanceof FormData) return sendOnce(definition, input);
  const key = JSON.stringify([getTokenHolder().read(), definition.method, definition.path, path, query, body]);
  const before = running.get(key);
  if (before && performance.now() - before.since < doubleClickMs) return before.sent as Promise<Sent<C>>;
  const sent = sendOnce(definition, input).finally(() => {
    if (running.get(key)?.sent === sent) running.delete(key);
  });
  running.set(key, { since: performance.now(), sent });
  return sent;
};

/**
 * Makes a call of the contract: `call(calls.getQuiz, { path: { id } })`.
 *
 * @throws ApiError
 * @example
 * const guide = await call(calls.getStudyMaterial, { path: { id }, signal });
 * const folder = await call(calls.createFolder, { body: { name }, idempotencyKey: keyFor(name) });
 */
export const call = async <const C extends DescribedCall>(definition: C, ...[input]: CallArguments<C>): Promise<AnswerOf<C>> =>
  (await send(definition, input)).answer;

/**
 * Makes a list call. Returns the items with the cursor of the next page.
 *
 * @throws ApiError
 */
export const callPage = async <const C extends DescribedCall>(definition: C, ...[input]: CallArguments<C>): Promise<Page<AnswerOf<C>>> => {
  const { response, answer } = await send(definition, input);
  return { items: answer, next: headerOf(response, 'x-next') };
};

/** A file from a call's response. */
export interface DownloadedFile {
  name: string;
  blob: Blob;
}

/** Extracts the file name from `content-disposition`, where it is percent-encoded after `filename*=`. */
const nameIn = (disposition: string | undefined): string => {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '')?.[1];
  try {
    return encoded === undefined ? 'Lectern' : decodeURIComponent(encoded);
  } catch {
    // A malformed name must not keep the learner from the file.
    return 'Lectern';
  }
};

/**
 * Makes a call whose response is a file.
 *
 * @throws ApiError
 */
export const callFile = async <const C extends DescribedCall>(definition: C, ...[input]: CallArguments<C>): Promise<DownloadedFile> => {
  const { response, answer } = await send(definition, input);
  if (!(answer instanceof Blob)) throw new ApiError({ status: response.status, code: 'unexpected_answer' });
  return { name: nameIn(headerOf(response, 'content-disposition')), blob: answer };
};
