import * as z from 'zod/mini';
import { ErrorBody, type ServiceName } from '@lectern/contracts';
import { maybeYield, parseInPieces } from '@lectern/document-store';
import { DomainError, relayedError } from './DomainError.ts';
import { credentialHeader, issueServiceCredential, requestIdHeader, traceHeader, type Issuer } from './identity.ts';
import { currentRequest } from './requestContext.ts';

export interface InternalRequest<S extends z.ZodMiniType> {
  to: ServiceName;
  path: string;
  answer: S;
  method?: 'GET' | 'POST';
  body?: unknown;
  userId?: string;
  /** Defaults to the id of the current request. */
  requestId?: string;
  timeoutMs: number;
  signal?: AbortSignal;
}

export type InternalClient = <S extends z.ZodMiniType>(request: InternalRequest<S>) => Promise<z.infer<S>>;

/** Returns whether a call failed because of its timeout. The other service may have executed it. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof DomainError && error.cause instanceof DOMException && error.cause.name === 'TimeoutError';

/**
 * Creates a client for the `/internal/*` routes of other services. Their errors are rethrown with their codes (404 stays 404).
 *
 * @throws DomainError `unavailable` if the service does not answer
 * @example
 * const call = createInternalClient({ from: 'study', origins: serviceOrigins(settings), secret, clock });
 * const { ids } = await call({
 *   to: 'library',
 *   path: internalPaths.ownedMaterials,
 *   method: 'POST',
 *   body: { ids: wanted },
 *   answer: OwnedMaterials,
 *   userId,
 *   timeoutMs: 5_000,
 * });
 */
export function createInternalClient(options: {
  /** The calling part, named in the credential. */
  from: Issuer;
  origins: Readonly<Record<ServiceName, string>>;
  secret: string;
  clock: () => Date;
  fetch?: typeof fetch;
}): InternalClient {
  const { from, origins, secret, clock, fetch: send = fetch } = options;
  return async ({ to, path, answer, method = 'GET', body, userId, requestId, timeoutMs, signal }) => {
    const limit = AbortSignal.timeout(timeoutMs);
    const request = currentRequest();
    const carriedId = requestId ?? request?.requestId;
    const attempt = async (): Promise<{ response: Response; text: string }> => {
      const response = await send(`${origins[to]}${path}`, {
        method,
        headers: {
          [credentialHeader]: issueServiceCredential(
            secret,
            { issuer: from, audience: to, path: path.split('?', 1)[0] ?? path },
            userId === undefined ? {} : { userId },
            clock(),
          ),
          ...(carriedId && { [requestIdHeader]: carriedId }),
          ...(request?.traceparent && { [traceHeader]: request.traceparent }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: signal ? AbortSignal.any([limit, signal]) : limit,
      });
      return { response, text: await response.text() };
    };
    let answered: Awaited<ReturnType<typeof attempt>>;
    try {
      answered = await attempt().catch((error: unknown) => {
        // A kept-alive connection may end just when it is reused. Read-only calls are retried once.
        if (method !== 'GET' || limit.aborted || signal?.aborted) throw error;
        return attempt();
      });
    } catch (error) {
      throw new DomainError('unavailable', 'A part of Lectern is not answering. Please try again.', { retryAfterSeconds: 2, cause: error });
    }
    const { response, text } = answered;
    await maybeYield();
    const json = ((): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        // An answer that is not JSON is not from a service; both branches below refuse it.
        return undefined;
      }
    })();
    if (!response.ok) {
      const parsed = z.safeParse(ErrorBody, json);
      if (parsed.success && response.status < 500)
        throw relayedError(parsed.data.code, parsed.data.msg, Number(response.headers.get('retry-after')) || 2);
      throw new DomainError('unavailable', 'A part of Lectern is not answering. Please try again.', { retryAfterSeconds: 2 });
    }
    // In pieces, because a source may have 6 MB.
    return parseInPieces(answer, json);
  };
}
