import type { ServiceName } from '@lectern/contracts';
import { DomainError } from './DomainError.ts';
import { credentialHeader, issueServiceCredential, requestIdHeader, type Issuer } from './identity.ts';

export interface InternalStreamRequest {
  to: ServiceName;
  path: string;
  userId: string;
  requestId: string;
  signal: AbortSignal;
}

/** Yields the lines of an internal call's answer, without their line breaks. @throws DomainError `unavailable`, even after the first lines */
export type InternalStream = (request: InternalStreamRequest) => AsyncIterable<string>;

/** The maximum length of a line: the largest picture or guide, with a margin. Characters. */
const longestLine = 64_000_000;
/** A service that sends nothing for this long does not answer. Milliseconds. */
const silenceMs = 30_000;

const unavailable = (cause?: unknown): DomainError =>
  new DomainError('unavailable', 'A part of Lectern is not answering. Please try again.', { retryAfterSeconds: 2, cause });

/** Splits decoded text into lines. An unfinished line is stored in parts, so that long lines take linear time. */
async function* linesOf(chunks: AsyncIterable<string>): AsyncIterable<string> {
  let parts: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', start)) {
      parts.push(chunk.slice(start, end));
      yield parts.join('');
      [parts, length, start] = [[], 0, end + 1];
    }
    parts.push(chunk.slice(start));
    length += chunk.length - start;
    if (length > longestLine) throw unavailable();
  }
  if (length > 0) throw unavailable();
}

/** Yields the chunks of an answer as they arrive. The time in which the reader processes one does not count as silence. */
async function* chunksOf(body: ReadableStream<Uint8Array>, silent: () => void): AsyncIterable<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (;;) {
      const timer = setTimeout(silent, silenceMs);
      const { done, value } = await reader.read().finally(() => {
        clearTimeout(timer);
      });
      if (done) return;
      yield value;
    }
  } finally {
    // Ends the other service's work if no more is needed.
    await reader.cancel().catch(() => undefined);
  }
}

/** Creates a client for `/internal/*` routes of other services whose answers are too large for memory. They are read at the caller's pace. */
export function createInternalStream(options: {
  /** The calling part, named in the credential. */
  from: Issuer;
  origins: Readonly<Record<ServiceName, string>>;
  secret: string;
  clock: () => Date;
  /** Replaced in tests. */
  fetch?: typeof fetch;
}): InternalStream {
  const { from, origins, secret, clock, fetch: send = fetch } = options;
  return async function* ({ to, path, userId, requestId, signal }) {
    const silence = new AbortController();
    const silent = (): void => {
      silence.abort();
    };
    const credential = issueServiceCredential(secret, { issuer: from, audience: to, path }, { userId }, clock());
    const timer = setTimeout(silent, silenceMs);
    try {
      const response = await send(`${origins[to]}${path}`, {
        headers: { [credentialHeader]: credential, [requestIdHeader]: requestId },
        signal: AbortSignal.any([signal, silence.signal]),
      });
      clearTimeout(timer);
      if (!response.ok || !response.body) throw unavailable();
      yield* linesOf(chunksOf(response.body, silent));
    } catch (error) {
      throw error instanceof DomainError ? error : unavailable(error);
    } finally {
      clearTimeout(timer);
    }
  };
}
