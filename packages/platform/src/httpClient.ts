import type { DescribedCall } from '@lectern/contracts';
import axios, { AxiosError, type AxiosProgressEvent, type AxiosResponse } from 'axios';
import { ApiError, type FieldError } from './ApiError';
import { getSettings } from './settings';
import { followCall } from './slowCalls';

/** The named parts of a path such as `/folders/:id/materials/:materialId`. */
export type PathParameters<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParameters<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type AnswerOf<C extends DescribedCall> = C['answer']['_zod']['output'];
type InputOf<Schema> = Schema extends { _zod: { input: infer Input } } ? Input : undefined;
type BodyOf<C extends DescribedCall> = InputOf<C['body']>;
type QueryOf<C extends DescribedCall> = InputOf<C['query']>;

/** What a call takes: its path's parts, body and query as the contract types them. */
export type CallInput<C extends DescribedCall> = ([PathParameters<C['path']>] extends [never]
  ? { path?: undefined }
  : { path: Record<PathParameters<C['path']>, string> }) &
  (BodyOf<C> extends undefined ? { body?: undefined } : C['encoding'] extends 'multipart' ? { body: FormData } : { body: BodyOf<C> }) & {
    query?: QueryOf<C> | undefined;
    signal?: AbortSignal | undefined;
    /** Sent as `idempotency-key`; a creating call without one gets a fresh one. See `useIdempotencyKey`. */
    idempotencyKey?: string | undefined;
    /** How much of the body has left, 0 to 1. */
    onUpload?: ((fraction: number) => void) | undefined;
    /** An overlay tells how far the call is, so the page does not offer to give it up after ten seconds. */
    hasOwnProgress?: boolean | undefined;
  };

/** The second argument may be left out when nothing in it is required. */
type CallArguments<C extends DescribedCall> = Record<string, never> extends CallInput<C> ? [input?: CallInput<C>] : [input: CallInput<C>];

/** A page of a list: `next` goes into the query's `after` for the following page. */
export interface Page<Items> {
  items: Items;
  next: string | undefined;
}

/** How the HTTP client asks for the token and tells that it no longer works; set by the session. */
interface TokenHolder {
  read: () => string | undefined;
  refused: (token: string) => void;
}

let tokenHolder: TokenHolder = { read: () => undefined, refused: () => undefined };

export const setTokenHolder = (holder: TokenHolder): void => {
  tokenHolder = holder;
};

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const stringOrUndefined = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const fieldErrors = (value: unknown): FieldError[] =>
  Array.isArray(value)
    ? value.filter(isRecord).map((entry) => ({ path: String(entry['path'] ?? ''), message: String(entry['message'] ?? '') }))
    : [];

const headerOf = (response: AxiosResponse, name: string): string | undefined => stringOrUndefined(response.headers[name]);

const errorFrom = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error;
  if (axios.isCancel(error)) return new ApiError({ status: 0, code: 'cancelled', cause: error });
  if (!(error instanceof AxiosError) || !error.response) return new ApiError({ status: 0, code: 'network', cause: error });
  const { response } = error;
  const body: Record<string, unknown> = isRecord(response.data) ? response.data : {};
  const seconds = Number(headerOf(response, 'retry-after'));
  // Only a 401 to a call that carried a token ends a session; a wrong password at sign-in is a 401 too.
  const token = stringOrUndefined(error.config?.headers.get('x-auth-token'));
  return new ApiError({
    status: response.status,
    code: stringOrUndefined(body['code']) ?? `http_${String(response.status)}`,
    msg: stringOrUndefined(body['msg']),
    upgradeRequired: body['upgradeRequired'] === true,
    errors: fieldErrors(body['errors']),
    requestId: stringOrUndefined(body['requestId']) ?? headerOf(response, 'x-request-id'),
    retryAfterSeconds: Number.isFinite(seconds) && seconds > 0 ? seconds : undefined,
    endedSession: response.status === 401 && token !== undefined,
    cause: error,
  });
};

/**
 * The page's HTTP client. It has no time-out of its own: a guide from a long deck may take a while.
 * Every failure is an {@link ApiError}.
 */
export const httpClient = axios.create({ headers: { accept: 'application/json' } });

httpClient.interceptors.request.use((config) => {
  config.baseURL = getSettings().apiUrl;
  config.headers.set('x-request-id', crypto.randomUUID());
  const token = tokenHolder.read();
  if (token !== undefined) config.headers.set('x-auth-token', token);
  return config;
});

httpClient.interceptors.response.use(undefined, (error: unknown) => {
  const failure = errorFrom(error);
  const token = error instanceof AxiosError ? stringOrUndefined(error.config?.headers.get('x-auth-token')) : undefined;
  if (failure.endedSession && token !== undefined) tokenHolder.refused(token);
  return Promise.reject(failure);
});

const parse = <C extends DescribedCall>(definition: C, response: AxiosResponse<unknown>): AnswerOf<C> => {
  const result = definition.answer.safeParse(response.data);
  // Unknown keys are dropped by the schemas; what fails here is an answer that this page cannot use at all.
  if (result.success) return result.data as AnswerOf<C>;
  const requestId = headerOf(response, 'x-request-id');
  throw new ApiError({ status: response.status, code: 'unexpected_answer', requestId, cause: result.error });
};

/** Puts values into a path, each encoded: `pathOf('/quizzes/:id', { id })`. */
export const pathOf = (pattern: string, values: Record<string, string> = {}): string =>
  pattern.replace(/:([A-Za-z]+)/g, (_whole, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${pattern} has no value for ${name}.`);
    return encodeURIComponent(value);
  });

const send = async <C extends DescribedCall>(definition: C, input: CallInput<C> | undefined) => {
  const { path, body, query, signal, idempotencyKey, onUpload, hasOwnProgress } = input ?? ({} as CallInput<C>);
  // Nothing of a learner's can be had or changed without a session (specification, section 6).
  if (definition.access === 'learner' && tokenHolder.read() === undefined) {
    throw new ApiError({ status: 401, code: 'no_token', msg: 'No authentication token found' });
  }
  const key = idempotencyKey ?? (definition.creates === true ? crypto.randomUUID() : undefined);
  // Two may give up a call: who made it, and the learner who does not want to wait any longer.
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort();
  };
  if (signal?.aborted === true) abort();
  signal?.addEventListener('abort', abort);
  const unfollow = hasOwnProgress === true ? undefined : followCall(controller);
  try {
    const response = await httpClient.request<unknown>({
      method: definition.method,
      url: pathOf(definition.path, path),
      signal: controller.signal,
      ...(body !== undefined && { data: body }),
      ...(query !== undefined && { params: query }),
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
      ...(onUpload && {
        onUploadProgress: ({ loaded, total }: AxiosProgressEvent) => {
          if (total !== undefined && total > 0) onUpload(Math.min(1, loaded / total));
        },
      }),
    });
    return { response, answer: parse(definition, response) };
  } finally {
    unfollow?.();
    signal?.removeEventListener('abort', abort);
  }
};

/**
 * Makes a call of the contract: `call(calls.getQuiz, { path: { id } })`.
 *
 * @throws ApiError
 */
export const call = async <const C extends DescribedCall>(definition: C, ...[input]: CallArguments<C>): Promise<AnswerOf<C>> =>
  (await send(definition, input)).answer;

/**
 * Makes a list call and keeps the mark of the next page.
 *
 * @throws ApiError
 */
export const callPage = async <const C extends DescribedCall>(definition: C, ...[input]: CallArguments<C>): Promise<Page<AnswerOf<C>>> => {
  const { response, answer } = await send(definition, input);
  return { items: answer, next: headerOf(response, 'x-next') };
};
