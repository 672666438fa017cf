import { isRecord } from '@lectern/contracts';
import axios, { AxiosError, type AxiosResponse } from 'axios';
import { ApiError, type FieldError } from './ApiError';
import { getSettings } from './settings';
import { getTokenHolder } from './tokenHolder';

export { repeatCall } from './repeatCall';

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
  // Only the gateway and auth respond with `session_ended`. Any other 401 must not sign anybody out.
  const token = stringOrUndefined(error.config?.headers.get('x-auth-token'));
  return new ApiError({
    status: response.status,
    code: stringOrUndefined(body['code']) ?? `http_${String(response.status)}`,
    msg: stringOrUndefined(body['msg']),
    upgradeRequired: body['upgradeRequired'] === true,
    errors: fieldErrors(body['errors']),
    requestId: stringOrUndefined(body['requestId']) ?? headerOf(response, 'x-request-id'),
    retryAfterSeconds: Number.isFinite(seconds) && seconds > 0 ? seconds : undefined,
    existing: typeof body['existing'] === 'number' ? body['existing'] : undefined,
    endedSession: response.status === 401 && body['code'] === 'session_ended' && token !== undefined,
    cause: error,
  });
};

/**
 * The page's HTTP client. It has no timeout, because generating a guide from a long deck may take minutes. Every failure is an
 * {@link ApiError}.
 */
export const httpClient = axios.create({ headers: { accept: 'application/json' } });

httpClient.interceptors.request.use((config) => {
  config.baseURL = getSettings().apiUrl;
  config.headers.set('x-request-id', crypto.randomUUID());
  // A browser cancels the requests of `XMLHttpRequest` with their page. Tests have their own adapter, which must stay.
  if (config.fetchOptions?.['keepalive'] === true && Array.isArray(config.adapter)) config.adapter = 'fetch';
  return config;
});

/** Parses the error of a call that expects a file, because it arrives as a blob. */
const readErrorBody = async (error: unknown): Promise<void> => {
  if (!(error instanceof AxiosError) || !(error.response?.data instanceof Blob)) return;
  const { response } = error;
  try {
    response.data = JSON.parse(await (response.data as Blob).text()) as unknown;
  } catch {
    // Not JSON, such as a proxy's error page. It has no message from the API.
    response.data = {};
  }
};

httpClient.interceptors.response.use(undefined, async (error: unknown) => {
  await readErrorBody(error);
  const failure = errorFrom(error);
  const token = error instanceof AxiosError ? stringOrUndefined(error.config?.headers.get('x-auth-token')) : undefined;
  if (failure.endedSession && token !== undefined) getTokenHolder().refused(token);
  return Promise.reject(failure);
});
