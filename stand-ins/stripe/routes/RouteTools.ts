import type { FormReader } from '../form.ts';
import type { StripeCall } from '../createStripeCalls.ts';
import type { PaymentProvider } from '../PaymentProvider.ts';
import type { Records } from '../Records.ts';
import { listOf } from '../shapes.ts';
import { noSuch } from '../StripeError.ts';

/** The dependencies of routes. */
export interface RouteTools {
  readonly provider: PaymentProvider;
  readonly records: Records;
  readonly call: StripeCall;
}

/** Parameters of every list. */
export const PAGE = ['limit', 'starting_after', 'ending_before', 'expand'];
const PAGE_LENGTH = 10;
const PAGE_LENGTH_MAX = 100;

/** A page of records. @throws StripeError for an unknown cursor */
export const paged = <T>(
  records: Records,
  list: { readonly kind: string; readonly url: string },
  form: FormReader,
  options: { readonly customer?: string | undefined; readonly keep?: (record: T) => boolean } = {},
): object => {
  const page = records.list<T>(list.kind, {
    ...options,
    limit: form.integer('limit', [1, PAGE_LENGTH_MAX]) ?? PAGE_LENGTH,
    startingAfter: form.text('starting_after'),
    endingBefore: form.text('ending_before'),
  });
  if (!page) {
    const param = form.has('starting_after') ? 'starting_after' : 'ending_before';
    throw noSuch(list.kind, form.text(param) ?? '', param);
  }
  return listOf(page.data, list.url, page.hasMore);
};

/** @throws StripeError 404 for a record that does not exist */
export const found = (kind: string, record: object | undefined, id: string): object => {
  if (!record) throw noSuch(kind, id);
  return record;
};
