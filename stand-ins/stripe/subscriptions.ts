import type { Books, Outcome } from './Books.ts';
import { StripeError, noSuch } from './StripeError.ts';
import {
  newCharge,
  newInvoice,
  newInvoicePayment,
  newRefund,
  newSubscription,
  paidInvoice,
  periodOf,
  withPeriod,
  type Charge,
  type Invoice,
  type Refund,
  type Subscription,
} from './stripeObjects.ts';

/** The buttons of the portal page. */
export const portalActions = ['cancel', 'resume', 'fail', 'pay', 'advance'] as const;
export type PortalAction = (typeof portalActions)[number];

const hasEnded = ({ status }: Subscription): boolean => status === 'canceled';

/** Adds calendar months, in UTC. A day that the month lacks becomes its last day. Times are in seconds since 1970. */
const addMonths = (seconds: number, months: number): number => {
  const date = new Date(seconds * 1_000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime() / 1_000;
};

const known = ({ records }: Books, id: string): Subscription => {
  const subscription = records.get<Subscription>('subscription', id);
  if (!subscription) throw noSuch('subscription', id);
  return subscription;
};

/** A customer's subscriptions that have not ended, newest first. */
export const runningSubscriptions = ({ records }: Books, customer: string): Subscription[] =>
  records.list<Subscription>('subscription', { customer, keep: (each) => !hasEnded(each) })?.data ?? [];

const put = ({ records }: Books, subscription: Subscription): Subscription => {
  records.put('subscription', subscription.id, subscription, subscription.customer);
  return subscription;
};

const change = (books: Books, before: Subscription, after: Subscription): Subscription => {
  put(books, after);
  books.emit('customer.subscription.updated', after, before);
  return after;
};

const putInvoice = ({ records }: Books, invoice: Invoice): void => records.put('invoice', invoice.id, invoice);

/** Pays an invoice, and stores the payment so that it can be refunded. */
const pay = (books: Books, open: Invoice): Invoice => {
  const now = books.now();
  const invoice = paidInvoice(open, now);
  const intent = books.id('pi');
  const payment = newInvoicePayment(books.id('inpay'), intent, invoice, now);
  putInvoice(books, invoice);
  books.records.put('invoice payment', payment.id, payment);
  books.records.put('charge', intent, newCharge(books.id('ch'), intent, invoice, now));
  books.emit('invoice.paid', invoice);
  books.emit('invoice.payment_succeeded', invoice);
  return invoice;
};

/** Starts a subscription and pays its first period, within a transaction. */
export const startSubscription = (books: Books, customer: string): Subscription => {
  const now = books.now();
  const ids = { subscription: books.id('sub'), item: books.id('si'), customer };
  const made = newSubscription(ids, { start: now, end: addMonths(now, 1) });
  const invoice = pay(books, newInvoice(books.id('in'), now, made, 'subscription_create'));
  const subscription = put(books, { ...made, latest_invoice: invoice.id });
  books.emit('customer.subscription.created', subscription);
  return subscription;
};

const turn = (books: Books, subscription: Subscription, cancelling: boolean): Subscription =>
  change(books, subscription, {
    ...subscription,
    cancel_at_period_end: cancelling,
    cancel_at: cancelling ? periodOf(subscription).end : null,
    canceled_at: cancelling ? books.now() : null,
  });

/** Cancels a subscription at the end of its period, or revokes the cancellation. */
export const updateSubscription = (books: Books, id: string, cancelling: boolean | undefined): Subscription =>
  books.write(() => {
    const subscription = known(books, id);
    if (cancelling === undefined) return subscription;
    if (hasEnded(subscription)) throw new StripeError('A canceled subscription can only update its cancellation_details and metadata.');
    if (cancelling === subscription.cancel_at_period_end) return subscription;
    return turn(books, subscription, cancelling);
  }).result;

/** Ends a subscription and its period, within a transaction. */
export const endSubscription = (books: Books, subscription: Subscription): Subscription => {
  const now = books.now();
  const { start, end } = periodOf(subscription);
  const shortened = withPeriod(subscription, { start, end: Math.min(end, now) });
  const canceled = put(books, { ...shortened, status: 'canceled', canceled_at: subscription.canceled_at ?? now, ended_at: now });
  books.emit('customer.subscription.deleted', canceled);
  return canceled;
};

export const cancelSubscription = (books: Books, id: string): Subscription =>
  books.write(() => {
    const subscription = known(books, id);
    if (hasEnded(subscription)) throw noSuch('subscription', id);
    return endSubscription(books, subscription);
  }).result;

/** Pays the open invoice of a subscription, if it has one. */
const settleDebt = (books: Books, subscription: Subscription): Subscription => {
  const open = books.records.get<Invoice>('invoice', subscription.latest_invoice ?? '');
  if (open?.status === 'open') pay(books, { ...open, attempt_count: open.attempt_count + 1 });
  return { ...subscription, status: 'active' };
};

/** Starts and bills the next period. */
const renew = (books: Books, before: Subscription): Subscription => {
  const { end: start } = periodOf(before);
  const months = Math.round((start - before.billing_cycle_anchor) / (30.44 * 86_400)) + 1;
  const moved = withPeriod(settleDebt(books, before), { start, end: addMonths(before.billing_cycle_anchor, months) });
  const invoice = pay(books, newInvoice(books.id('in'), books.now(), moved, 'subscription_cycle'));
  return change(books, before, { ...moved, latest_invoice: invoice.id });
};

const failPayment = (books: Books, before: Subscription): Subscription => {
  const invoice = newInvoice(books.id('in'), books.now(), before, 'subscription_cycle');
  putInvoice(books, invoice);
  books.emit('invoice.payment_failed', invoice);
  return change(books, before, { ...before, status: 'past_due', latest_invoice: invoice.id });
};

/** Performs the action of a portal button. An action that does not apply changes nothing. */
export const actOnSubscription = (books: Books, id: string, action: PortalAction): Outcome<Subscription> =>
  books.write(() => {
    const before = known(books, id);
    if (hasEnded(before)) return before;
    const { status, cancel_at_period_end: cancelling } = before;
    switch (action) {
      case 'cancel':
        return cancelling ? before : turn(books, before, true);
      case 'resume':
        return cancelling ? turn(books, before, false) : before;
      case 'fail':
        return status === 'active' && !cancelling ? failPayment(books, before) : before;
      case 'pay':
        return status === 'past_due' ? change(books, before, settleDebt(books, before)) : before;
      case 'advance':
        return cancelling ? endSubscription(books, before) : renew(books, before);
    }
  });

/** @throws StripeError if the invoice is not open */
export const voidInvoice = (books: Books, id: string): Invoice =>
  books.write(() => {
    const invoice = books.records.get<Invoice>('invoice', id);
    if (!invoice) throw noSuch('invoice', id);
    if (invoice.status !== 'open') throw new StripeError(`This invoice is not open: its status is ${invoice.status}.`);
    const transitions = { ...invoice.status_transitions, voided_at: books.now() };
    const voided: Invoice = { ...invoice, auto_advance: false, status: 'void', status_transitions: transitions };
    putInvoice(books, voided);
    books.emit('invoice.voided', voided);
    return voided;
  }).result;

/** Refunds a payment. Its subscription continues, as it does with Stripe. */
export const createRefund = (books: Books, intent: string, reason?: string): Refund =>
  books.write(() => {
    const { records } = books;
    const charge = records.get<Charge>('charge', intent);
    if (!charge) throw noSuch('payment_intent', intent, 'payment_intent');
    if (charge.refunded) throw new StripeError(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
    const refund = newRefund(books.id('re'), books.now(), charge, reason);
    const refunded: Charge = { ...charge, amount_refunded: charge.amount, refunded: true };
    records.put('charge', intent, refunded);
    records.put('refund', refund.id, refund);
    books.emit('refund.created', refund);
    books.emit('charge.refunded', refunded, charge);
    return refund;
  }).result;
