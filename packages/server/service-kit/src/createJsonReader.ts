import type { Context } from 'hono';
import type { BodyLimits } from '@lectern/contracts/body-limits';
import { maybeYield } from '@lectern/document-store';
import { DomainError } from './DomainError.ts';
import { bodyTooLarge, createJsonScanner } from './jsonScanner.ts';

/** The maximum bytes of JSON bodies in memory, over all requests of the process: eight of the largest. */
const jsonBytesHeld = 64_000_000;
/** Bodies up to this size are always accepted, in bytes, so that large bodies of others do not prevent sign-ins. */
const alwaysTaken = 65_536;
const retryAfterSeconds = 5;

/** A parsed body. Its bytes count as held in memory until it is released. */
export interface ReadJson {
  json: unknown;
  release: () => void;
}

/** Parses a body, and yields to the event loop between the steps. */
const parseJson = async (c: Context, chunks: readonly Uint8Array[]): Promise<unknown> => {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new DomainError('unsupported_type', 'Send the body as application/json.');
  try {
    await maybeYield();
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
    await maybeYield();
    const json: unknown = JSON.parse(text);
    await maybeYield();
    return json;
  } catch (error) {
    throw new DomainError('invalid', 'The body is not valid JSON.', { cause: error });
  }
};

/**
 * Creates a reader of JSON bodies, within the limits of their call and of the process's memory. A missing body counts as an empty object.
 *
 * @throws DomainError 413 above the limits, `unavailable` if too many bytes are in memory, `unsupported_type`, `invalid`
 */
export function createJsonReader() {
  let held = 0;
  return async (c: Context, limits: BodyLimits): Promise<ReadJson> => {
    if (Number(c.req.header('content-length') ?? 0) > limits.bytes) throw bodyTooLarge(limits);
    const scan = createJsonScanner(limits);
    const chunks: Uint8Array[] = [];
    let length = 0;
    const release = () => {
      held -= length;
      length = 0;
    };
    const take = (chunk: Uint8Array): void => {
      length += chunk.length;
      held += chunk.length;
      const refusal = scan(chunk);
      if (refusal) throw refusal;
      if (held > jsonBytesHeld && length > alwaysTaken)
        throw new DomainError('unavailable', 'We are very busy right now. Please try again in a moment.', { retryAfterSeconds });
      chunks.push(chunk);
    };
    try {
      if (c.req.raw.body) for await (const chunk of c.req.raw.body) take(chunk);
      return { json: length === 0 ? {} : await parseJson(c, chunks), release };
    } catch (error) {
      release();
      throw error;
    }
  };
}
