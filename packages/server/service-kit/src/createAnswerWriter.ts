import { ReadableStream as NodeStream } from 'node:stream/web';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Call } from '@lectern/contracts';
import { maybeYield, parseInPieces, stringifyInPieces } from '@lectern/document-store';
import { UnsentAnswers } from './UnsentAnswers.ts';
import type { FileAnswer, Page } from './route.ts';
import type { ServiceEnvironment } from './ServiceEnvironment.ts';

/** A call to answer. Its unsent answer is charged to `owner`: the learner, or the network without one. */
export interface AnsweredCall {
  c: Context<ServiceEnvironment>;
  call: Call;
  owner: string;
}

/** The maximum bytes of answers that clients have not read yet. A learner may have about three of the largest answers. */
const unsentLimits = { perLearner: 32_000_000, total: 256_000_000 };

/**
 * The headers of immutable bytes. They belong to one learner, so shared caches must not store them. Opened in a tab, they may neither load anything
 * nor run scripts.
 */
const bytesHeaders = {
  'cache-control': 'private, max-age=3600, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
} as const;

/** Opened in a tab, a file may neither load anything nor run scripts. */
const fileHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': bytesHeaders['content-security-policy'],
  'x-content-type-options': 'nosniff',
} as const;

/** Returns the file name for old and for other clients (RFC 6266). */
const dispositionOf = (name: string): string => {
  const plain = name.replace(/[^ -~]|["%\\]/g, '_');
  const whole = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
};

/**
 * Writes answers. Parsing drops fields that the contract does not name, so that a stored secret cannot leak. Every byte that waits for its client
 * counts towards the limits of unsent answers.
 *
 * @throws DomainError `rate_limited`, `unavailable` above these limits
 */
export const createAnswerWriter = () => {
  const unsent = new UnsentAnswers(unsentLimits);

  const hold = ({ c, call, owner }: AnsweredCall, bytes: number): void => {
    // Without a server, as in tests, there is no connection.
    const outgoing = (c.env as Partial<HttpBindings> | undefined)?.outgoing;
    if (outgoing) unsent.hold(owner, bytes, outgoing, call.method === 'GET' || call.method === 'PUT');
  };

  const writeBytes = (answered: AnsweredCall, bytes: Uint8Array<ArrayBuffer>): Response => {
    const { c, call } = answered;
    hold(answered, bytes.byteLength);
    return c.body(bytes, call.status, {
      ...bytesHeaders,
      ...(call.answerChanges && { 'cache-control': 'no-store' }),
      'content-type': call.answerType ?? '',
    });
  };

  const writeFile = (answered: AnsweredCall, { name, type, bytes, heldBytes = 0 }: FileAnswer): Response => {
    const { c, call } = answered;
    hold(answered, bytes instanceof Uint8Array ? bytes.byteLength : heldBytes);
    // Read at the client's pace: each piece is created after the client has read the previous ones.
    const body = bytes instanceof Uint8Array || bytes instanceof NodeStream ? bytes : NodeStream.from(bytes);
    return c.body(body as Uint8Array<ArrayBuffer> | ReadableStream, call.status, {
      ...fileHeaders,
      'content-type': type,
      'content-disposition': dispositionOf(name),
    });
  };

  return async (answered: AnsweredCall, result: unknown): Promise<Response> => {
    const { c, call } = answered;
    if (call.answerType !== undefined) return writeBytes(answered, result as Uint8Array<ArrayBuffer>);
    if (call.answersFile) return writeFile(answered, result as FileAnswer);
    const page = call.pages ? (result as Page<unknown>) : undefined;
    if (page?.next) c.header('x-next', page.next);
    const body = await stringifyInPieces(await parseInPieces(call.answer, page ? page.items : result));
    await maybeYield();
    const bytes = new TextEncoder().encode(body);
    hold(answered, bytes.byteLength);
    return c.body(bytes, call.status, { 'content-type': 'application/json' });
  };
};
