import * as z from 'zod/mini';
import { ErrorBody, type ServiceName } from '@lectern/contracts';
import { DomainError } from './DomainError.ts';
import { credentialHeader, issueCredential, requestIdHeader } from './identity.ts';

export interface InternalRequest<S extends z.ZodMiniType> {
  to: ServiceName;
  path: string;
  answer: S;
  method?: 'GET' | 'POST';
  body?: unknown;
  userId?: string;
  requestId?: string;
  timeoutMs: number;
  signal?: AbortSignal;
}

export type InternalClient = <S extends z.ZodMiniType>(request: InternalRequest<S>) => Promise<z.infer<S>>;

/**
 * Calls another service's `/internal/*` routes. Its errors come back as ours (404 stays 404).
 * @throws DomainError `unavailable` when it does not answer
 */
export function createInternalClient(options: {
  origins: Readonly<Record<ServiceName, string>>;
  secret: string;
  clock: () => Date;
  fetch?: typeof fetch;
}): InternalClient {
  const { origins, secret, clock, fetch: send = fetch } = options;
  return async ({ to, path, answer, method = 'GET', body, userId, requestId, timeoutMs, signal }) => {
    const limit = AbortSignal.timeout(timeoutMs);
    let response: Response;
    let text: string;
    try {
      response = await send(`${origins[to]}${path}`, {
        method,
        headers: {
          [credentialHeader]: issueCredential(secret, to, userId === undefined ? {} : { userId }, clock()),
          ...(requestId && { [requestIdHeader]: requestId }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: signal ? AbortSignal.any([limit, signal]) : limit,
      });
      text = await response.text();
    } catch (error) {
      throw new DomainError('unavailable', 'A part of Lectern is not answering. Please try again.', { retryAfterSeconds: 2, cause: error });
    }
    const json = ((): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        // Not JSON means not one of ours; both branches below refuse it.
        return undefined;
      }
    })();
    if (!response.ok) {
      const parsed = z.safeParse(ErrorBody, json);
      if (parsed.success && response.status < 500) throw new DomainError(parsed.data.code, parsed.data.msg);
      throw new DomainError('unavailable', 'A part of Lectern is not answering. Please try again.', { retryAfterSeconds: 2 });
    }
    return z.parse(answer, json);
  };
}
