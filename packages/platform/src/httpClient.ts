import type { DescribedCall } from '@lectern/contracts';
import type { AxiosProgressEvent, AxiosResponse } from 'axios';
import { ApiError } from './ApiError';
import { followCall } from './slowCalls';
import { getTokenHolder } from './tokenHolder';

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

const headerOf = (response: AxiosResponse, name: string): string | undefined => {
  const value: unknown = response.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** What could not be loaded could not be reached. */
const asNetworkError = (cause: unknown): never => {
  throw new ApiError({ status: 0, code: 'network', cause });
};

/** Axios comes with the first call: a visitor who only reads the landing page makes none. */
const loadClient = () => import(/* webpackChunkName: "learner" */ './axiosClient').catch(asNetworkError);

/** @throws ApiError */
export const loadOwnCalls = () => import(/* webpackChunkName: "learner" */ './ownCalls').catch(asNetworkError);

/** Fetches the client ahead of a call that is likely, such as of a form that is being filled in. What fails is tried again by the call. */
export const prepareCalls = (): void => {
  loadClient().catch(() => undefined);
};

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
  // Read now: the call is of whoever is signed in when it is made, also if the client's code still has to come.
  const token = getTokenHolder().read();
  if (definition.access === 'learner' && token === undefined) {
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
    const { httpClient } = await loadClient();
    const response = await httpClient.request<unknown>({
      method: definition.method,
      url: pathOf(definition.path, path),
      signal: controller.signal,
      ...(body !== undefined && { data: body }),
      ...(query !== undefined && { params: query }),
      headers: { ...(token !== undefined && { 'x-auth-token': token }), ...(key !== undefined && { 'idempotency-key': key }) },
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
