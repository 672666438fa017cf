import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { expand } from './expand.ts';
import { FormReader, parseForm } from './form.ts';
import type { PaymentProvider } from './PaymentProvider.ts';
import type { Records } from './Records.ts';
import { StripeError } from './StripeError.ts';

/** The dependencies of the API. */
export interface StripeApiOptions {
  readonly provider: PaymentProvider;
  readonly records: Records;
  readonly secretKey: string;
  readonly clock: () => number;
  readonly newToken: () => string;
}

/** Handles one call: `known` names its parameters, `work` makes its answer. */
export type StripeCall = (
  known: readonly string[],
  work: (form: FormReader, id: string) => object,
) => (context: Context) => Promise<Response>;

interface Answer {
  readonly status: number;
  /** JSON. */
  readonly body: string;
}
/** The kept answer of an idempotent request. */
interface KeptAnswer extends Answer {
  readonly fingerprint: string;
}

const BODY_LENGTH_MAX = 1_000_000;
const IDEMPOTENCY_KEPT_MS = 86_400_000;
const REQUEST_ID_LENGTH = 14;
const FIRST_ERROR_STATUS = 400;

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The API key of a request: by Bearer or Basic authorization. */
const apiKeyOf = (context: Context): string | undefined => {
  const header = context.req.header('authorization') ?? '';
  const [, bearer] = /^Bearer (\S+)$/i.exec(header) ?? [];
  const [, basic] = /^Basic (\S+)$/i.exec(header) ?? [];
  return bearer ?? (basic === undefined ? undefined : Buffer.from(basic, 'base64').toString().replace(/:$/, ''));
};

/** @throws StripeError 401 */
const checkApiKey = (context: Context, secretKey: string): void => {
  const key = apiKeyOf(context);
  if (key === undefined) {
    throw new StripeError(
      'You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth.',
      { status: 401 },
    );
  }
  if (!timingSafeEqual(hash(key), hash(secretKey)))
    throw new StripeError(`Invalid API Key provided: ${key.slice(0, 8)}****`, { status: 401 });
};

/** What all calls of the API share: authorization, parameters, expansion, idempotency keys, and the form of answers. */
export function createStripeCalls({ provider, records, secretKey, clock, newToken }: StripeApiOptions) {
  const authorize = (context: Context): void => checkApiKey(context, secretKey);

  const answer = (status: number, body: string, headers: Record<string, string> = {}): Response => {
    const requestId = `req_${newToken().slice(0, REQUEST_ID_LENGTH)}`;
    return new Response(body, {
      status,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store', 'request-id': requestId, ...headers },
    });
  };

  const run = (form: FormReader, work: (form: FormReader) => object): Answer => {
    try {
      const made: unknown = work(form);
      const result = form.texts('expand').reduce((expanded, path) => expand(expanded, path, provider), made);
      return { status: 200, body: JSON.stringify(result) };
    } catch (error) {
      if (error instanceof StripeError) return { status: error.status, body: JSON.stringify(error.toBody()) };
      throw error;
    }
  };

  /** Answers a POST. The same idempotency key gets the first answer again. */
  const runOnce = (context: Context, text: string, work: () => Answer): Response => {
    const key = context.req.header('idempotency-key');
    if (key === undefined) {
      const { status, body } = work();
      return answer(status, body);
    }
    const fingerprint = hash(`${context.req.method} ${context.req.path} ${text}`).toString('hex');
    const before = records.get<KeptAnswer>('idempotency', key);
    if (before && before.fingerprint !== fingerprint) {
      throw new StripeError(
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        { type: 'idempotency_error' },
      );
    }
    if (before) return answer(before.status, before.body, { 'idempotency-key': key, 'idempotent-replayed': 'true' });
    const { status, body } = work();
    // A refusal changed nothing, so it is not kept and the key may be used again.
    if (status < FIRST_ERROR_STATUS) records.put('idempotency', key, { fingerprint, status, body }, { due: clock() + IDEMPOTENCY_KEPT_MS });
    return answer(status, body, { 'idempotency-key': key });
  };

  const call: StripeCall = (known, work) => async (context) => {
    authorize(context);
    provider.settle();
    const query = new URL(context.req.url).search.slice(1);
    const body = context.req.method === 'GET' ? '' : await context.req.text();
    if (body.length > BODY_LENGTH_MAX) throw new StripeError('Request body too large.', { status: 413 });
    const text = body || query;
    const perform = () => run(new FormReader(parseForm(text)).only(known), (form) => work(form, context.req.param('id') ?? ''));
    if (context.req.method === 'POST') return runOnce(context, text, perform);
    const result = perform();
    return answer(result.status, result.body);
  };
  return { authorize, answer, call };
}
