import { addMonths } from './addMonths.ts';
import type { FormReader } from './form.ts';
import type { Records } from './Records.ts';
import { LOCAL_PRICE_ID, localPrice, localProduct } from './catalog.ts';
import { newCustomer } from './newCustomer.ts';
import { newInvoice } from './newInvoice.ts';
import { newCharge, newInvoicePayment, newRefund } from './newPayment.ts';
import { newPortalSession } from './newPortalSession.ts';
import { newLineItem, newSession } from './newSession.ts';
import { newSubscription } from './newSubscription.ts';
import { STRIPE_API_VERSION, listOf } from './shapes.ts';
import type { Charge, Customer, Invoice, List, PortalSession, Refund, Session, StripeEvent, Subscription } from './shapes.ts';
import { StripeError, noSuch } from './StripeError.ts';

/** The dependencies of the provider. */
export interface PaymentProviderOptions {
  readonly records: Records;
  /** The time in milliseconds since 1970. */
  readonly clock: () => number;
  /** Random letters and digits, so that ids cannot be guessed. */
  readonly newToken: () => string;
  /** The address of the pages for browsers, without a trailing slash. */
  readonly publicUrl: string;
  /** Called in the transaction that creates an event. */
  readonly onEvent: (event: StripeEvent) => void;
  /** Called after that transaction; resolves when the events were accepted. */
  readonly deliver: (events: readonly StripeEvent[]) => Promise<void>;
}

/** The result of a call, and a promise that resolves when its webhooks were accepted. */
export interface Outcome<R> {
  readonly result: R;
  readonly accepted: Promise<void>;
}

/** Stripe's form of a deleted customer. */
export interface DeletedCustomer {
  readonly id: string;
  readonly object: 'customer';
  readonly deleted: true;
}

/** The buttons of the portal page. */
export const portalActions = ['cancel', 'resume', 'fail', 'pay', 'advance'] as const;
export type PortalAction = (typeof portalActions)[number];

interface CheckoutDetails {
  readonly quantity: number;
  readonly lines: readonly object[];
  readonly subscriptionMetadata: Record<string, string>;
}

type EventType = StripeEvent['type'];

const EVENT_KEPT_MS = 30 * 86_400_000;
const ended = (subscription: Subscription): boolean => subscription.status === 'canceled';
const periodOf = (subscription: Subscription): { start: number; end: number } => {
  const [item] = subscription.items.data;
  return { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 };
};
const withPeriod = (subscription: Subscription, period: { start: number; end: number }): Subscription => ({
  ...subscription,
  items: {
    ...subscription.items,
    data: subscription.items.data.map((item) => ({ ...item, current_period_start: period.start, current_period_end: period.end })),
  },
});

/** The `previous_attributes` of an event: the changed fields with their old values. */
const changedFields = (before: object, after: object): object =>
  Object.fromEntries(
    Object.entries(before).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(after, field))),
  );

/** The rules of the stand-in, without HTTP: customers, checkout, subscriptions and their events. */
export class PaymentProvider {
  readonly #options: PaymentProviderOptions;
  #events: StripeEvent[] = [];

  constructor(options: PaymentProviderOptions) {
    this.#options = options;
  }

  // Customers

  createCustomer(form: FormReader): Customer {
    return this.#write(() => {
      const customer = this.#fillCustomer(newCustomer(this.#id('cus'), this.#now()), form);
      this.#putCustomer(customer);
      this.#emit('customer.created', customer);
      return customer;
    }).result;
  }

  updateCustomer(id: string, form: FormReader): Customer {
    return this.#write(() => {
      const before = this.#liveCustomer(id);
      const customer = this.#fillCustomer(before, form);
      this.#putCustomer(customer);
      const changes = changedFields(before, customer);
      if (Object.keys(changes).length) this.#emit('customer.updated', customer, changes);
      return customer;
    }).result;
  }

  /** Deletes a customer. Its subscriptions end at once. */
  deleteCustomer(id: string): DeletedCustomer {
    return this.#write(() => {
      const customer = this.#liveCustomer(id);
      for (const subscription of this.runningSubscriptions(id)) this.#end(subscription, this.#now());
      const deleted: DeletedCustomer = { id, object: 'customer', deleted: true };
      this.#options.records.put('customer', id, deleted);
      this.#emit('customer.deleted', customer);
      return deleted;
    }).result;
  }

  // Checkout

  createSession(form: FormReader): Session {
    if (form.required('mode') !== 'subscription') {
      throw new StripeError('The local payment provider knows checkout in subscription mode only.', { param: 'mode' });
    }
    const customerId = form.text('customer');
    const email = form.text('customer_email');
    if (customerId !== undefined && email !== undefined) {
      throw new StripeError('You may only specify one of these parameters: customer, customer_email.', { param: 'customer' });
    }
    const lines = form.each('line_items').map((line) => line.only(['price', 'quantity', 'adjustable_quantity', 'tax_rates', 'metadata']));
    const [line] = lines;
    if (!line || lines.length > 1)
      throw new StripeError('The local payment provider takes exactly one line item.', { param: 'line_items' });
    const price = line.required('price');
    if (price !== LOCAL_PRICE_ID) throw noSuch('price', price, 'line_items[0][price]');
    const quantity = line.integer('quantity', [1, 999_999]);
    if (quantity === undefined)
      throw new StripeError('Quantity is required.', { code: 'parameter_missing', param: 'line_items[0][quantity]' });
    form.required('success_url');
    const success = form.address('success_url');
    const cancel = form.address('cancel_url');
    const reference = form.text('client_reference_id');
    const subscriptionData = form.under('subscription_data');
    return this.#write(() => {
      const customer = customerId === undefined ? undefined : this.#liveCustomer(customerId, 'customer');
      const now = this.#now();
      const id = this.#id('cs_test');
      const expires = form.integer('expires_at', [now + 1_800, now + 86_400]);
      const session: Session = {
        ...newSession(id, now, localPrice.unit_amount * quantity),
        ...(expires !== undefined && { expires_at: expires }),
        customer: customer?.id ?? null,
        customer_creation: customer ? null : 'always',
        customer_email: email ?? null,
        customer_details: this.#customerDetails(customer?.email ?? email ?? null, customer?.name ?? null),
        client_reference_id: reference ?? null,
        metadata: form.metadata(),
        success_url: success ?? null,
        cancel_url: cancel ?? null,
        url: `${this.#options.publicUrl}/checkout/${id}`,
      };
      const details: CheckoutDetails = {
        quantity,
        lines: [newLineItem(this.#id('li'), quantity)],
        subscriptionMetadata: subscriptionData.metadata(),
      };
      this.#options.records.put('checkout details', id, details);
      this.#putSession(session);
      return session;
    }).result;
  }

  session(id: string): Session | undefined {
    return this.#options.records.get('session', id);
  }

  sessionLines(id: string): List<object> {
    return listOf(
      [...(this.#options.records.get<CheckoutDetails>('checkout details', id)?.lines ?? [])],
      `/v1/checkout/sessions/${id}/line_items`,
    );
  }

  expireSession(id: string): Session {
    return this.#write(() => {
      const session = this.session(id);
      if (!session) throw noSuch('checkout.session', id);
      if (session.status !== 'open') throw new StripeError('Only Checkout Sessions with a status in ["open"] can be expired.');
      return this.#expire(session);
    }).result;
  }

  /** Pays an open session. A paid session stays as it is, so that nobody pays twice. */
  completeSession(id: string): Outcome<Session> {
    return this.#write(() => {
      const open = this.session(id);
      if (!open) throw noSuch('checkout.session', id);
      if (open.status !== 'open') return open;
      const { quantity, subscriptionMetadata } = this.#options.records.get<CheckoutDetails>('checkout details', id) ?? {
        quantity: 1,
        subscriptionMetadata: {},
      };
      const now = this.#now();
      let customer = open.customer === null ? undefined : this.#liveCustomer(open.customer, 'customer');
      if (!customer) {
        customer = { ...newCustomer(this.#id('cus'), now), email: open.customer_email };
        this.#emit('customer.created', customer);
      }
      customer = { ...customer, currency: 'usd' };
      this.#putCustomer(customer);
      const period = { start: now, end: addMonths(now, 1) };
      const made = newSubscription({ subscription: this.#id('sub'), item: this.#id('si'), customer: customer.id }, period, quantity);
      const invoice = this.#bill({ ...made, metadata: subscriptionMetadata }, { paid: true, reason: 'subscription_create', period });
      const subscription: Subscription = { ...made, metadata: subscriptionMetadata, latest_invoice: invoice.id };
      this.#putSubscription(subscription);
      const session: Session = {
        ...open,
        customer: customer.id,
        customer_details: this.#customerDetails(customer.email, customer.name ?? null),
        invoice: invoice.id,
        payment_status: 'paid',
        status: 'complete',
        subscription: subscription.id,
        url: null,
      };
      this.#putSession(session);
      this.#emit('customer.subscription.created', subscription);
      this.#emit('invoice.paid', invoice);
      this.#emit('invoice.payment_succeeded', invoice);
      this.#emit('checkout.session.completed', session);
      return session;
    });
  }

  // Subscriptions

  subscription(id: string): Subscription | undefined {
    return this.#options.records.get('subscription', id);
  }

  /** A customer's subscriptions that have not ended, newest first. */
  runningSubscriptions(customer: string): Subscription[] {
    return this.#options.records.list<Subscription>('subscription', { customer, limit: 100, keep: (each) => !ended(each) })?.data ?? [];
  }

  updateSubscription(id: string, form: FormReader): Subscription {
    const atPeriodEnd = form.flag('cancel_at_period_end');
    const description = form.text('description');
    const details = form.under('cancellation_details').only(['comment', 'feedback', 'feedback_option']);
    return this.#write(() => {
      const before = this.#knownSubscription(id);
      if (ended(before) && (atPeriodEnd !== undefined || description !== undefined)) {
        throw new StripeError('A canceled subscription can only update its cancellation_details and metadata.', { status: 400 });
      }
      const turned = atPeriodEnd === undefined || atPeriodEnd === before.cancel_at_period_end ? before : this.#turn(before, atPeriodEnd);
      const comment = details.text('comment');
      const after: Subscription = {
        ...turned,
        metadata: form.metadata(before.metadata),
        ...(description !== undefined && { description: description || null }),
        ...(comment !== undefined &&
          turned.cancellation_details && { cancellation_details: { ...turned.cancellation_details, comment: comment || null } }),
      };
      return this.#changeSubscription(before, after);
    }).result;
  }

  /** Ends a subscription at once. */
  cancelSubscription(id: string): Subscription {
    return this.#write(() => {
      const subscription = this.#knownSubscription(id);
      if (ended(subscription)) throw noSuch('subscription', id);
      return this.#end(subscription, this.#now());
    }).result;
  }

  // Money

  /** Pays an open invoice, as Stripe's retries do. Its subscription becomes active again. */
  payInvoice(id: string): Invoice {
    return this.#write(() => {
      const { parent } = this.#openInvoice(id);
      const named = parent?.subscription_details?.subscription ?? '';
      const subscription = this.#knownSubscription(typeof named === 'string' ? named : named.id);
      const paid = this.#payOpenInvoice(subscription);
      // A late payment does not revive an ended subscription.
      if (!ended(subscription)) this.#changeSubscription(subscription, paid);
      return this.#knownInvoice(id);
    }).result;
  }

  /** Voids an open invoice. */
  voidInvoice(id: string): Invoice {
    return this.#write(() => {
      const invoice = this.#openInvoice(id);
      const voided: Invoice = {
        ...invoice,
        auto_advance: false,
        next_payment_attempt: null,
        status: 'void',
        status_transitions: { ...invoice.status_transitions, voided_at: this.#now() },
      };
      this.#options.records.put('invoice', id, voided, { customer: voided.customer });
      this.#emit('invoice.voided', voided);
      return voided;
    }).result;
  }

  /** Refunds a payment. Its subscription goes on, as at Stripe. */
  createRefund(form: FormReader): Refund {
    const intent = form.required('payment_intent');
    const reason = form.oneOf('reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null;
    return this.#write(() => {
      const { records } = this.#options;
      const charge = records.get<Charge>('charge', intent);
      if (!charge) throw noSuch('payment_intent', intent, 'payment_intent');
      const left = charge.amount - charge.amount_refunded;
      if (left === 0) throw new StripeError(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
      const amount = form.integer('amount', [1, left]) ?? left;
      const refund = newRefund(this.#id('re'), this.#now(), charge, { amount, reason, metadata: form.metadata() });
      const after: Charge = { ...charge, amount_refunded: charge.amount_refunded + amount, refunded: amount === left };
      records.put('charge', intent, after, { customer: charge.customer });
      records.put('refund', refund.id, refund, { customer: charge.customer });
      this.#emit('refund.created', refund);
      this.#emit('charge.refunded', after, { amount_refunded: charge.amount_refunded });
      return refund;
    }).result;
  }

  // The portal

  createPortalSession(form: FormReader): PortalSession {
    const customerId = form.required('customer');
    const returnUrl = form.address('return_url') ?? null;
    return this.#write(() => {
      const customer = this.#liveCustomer(customerId, 'customer');
      const id = this.#id('bps');
      const portal = newPortalSession(id, this.#now(), customer.id, returnUrl, `${this.#options.publicUrl}/portal/${id}`);
      this.#options.records.put('portal', id, portal, { customer: customer.id });
      return portal;
    }).result;
  }

  portalSession(id: string): PortalSession | undefined {
    return this.#options.records.get('portal', id);
  }

  /** Applies a button of the portal to a running subscription. A button that does not apply to its state has no effect. */
  actOnSubscription(id: string, action: PortalAction): Outcome<Subscription> {
    return this.#write(() => {
      const before = this.#knownSubscription(id);
      if (ended(before)) return before;
      switch (action) {
        case 'cancel':
          return before.cancel_at_period_end ? before : this.#changeSubscription(before, this.#turn(before, true));
        case 'resume':
          return before.cancel_at_period_end ? this.#changeSubscription(before, this.#turn(before, false)) : before;
        case 'fail':
          return before.status === 'active' && !before.cancel_at_period_end ? this.#failPayment(before) : before;
        case 'pay':
          return before.status === 'past_due' ? this.#changeSubscription(before, this.#payOpenInvoice(before)) : before;
        case 'advance':
          return before.cancel_at_period_end ? this.#end(before, this.#now()) : this.#renew(before);
      }
    });
  }

  /** Handles what has become due: ends and renews subscriptions, expires sessions, deletes old events. */
  settle(): void {
    const { records, clock } = this.#options;
    const nowMs = clock();
    if (records.due('subscription', nowMs).length || records.due('session', nowMs).length) {
      void this.#write(() => {
        for (const session of records.due<Session>('session', nowMs)) this.#expire(session);
        for (const due of records.due<Subscription>('subscription', nowMs)) {
          let subscription = due;
          // After a long pause several periods may have ended.
          while (!ended(subscription) && periodOf(subscription).end * 1_000 <= nowMs) {
            subscription = subscription.cancel_at_period_end
              ? this.#end(subscription, periodOf(subscription).end)
              : this.#renew(subscription);
          }
        }
      });
    }
    records.deleteDue('event', nowMs);
    records.deleteDue('idempotency', nowMs);
  }

  /** The object of an id, for `expand`. */
  lookUp(id: string): object | undefined {
    const { records } = this.#options;
    if (id === localPrice.id) return localPrice;
    if (id === localProduct.id) return localProduct;
    const kinds: Record<string, string> = { cus: 'customer', sub: 'subscription', in: 'invoice', cs: 'session' };
    const kind = kinds[id.split('_')[0] ?? ''];
    return kind === undefined ? undefined : records.get(kind, id);
  }

  // Within a transaction

  #write<R>(work: () => R): Outcome<R> {
    this.#events = [];
    const result = this.#options.records.transaction(work);
    return { result, accepted: this.#options.deliver(this.#events) };
  }

  #now(): number {
    return Math.floor(this.#options.clock() / 1_000);
  }

  #id(prefix: string): string {
    return `${prefix}_${this.#options.newToken()}`;
  }

  #emit(type: EventType, object: object, previous?: object): void {
    const event: StripeEvent = {
      id: this.#id('evt'),
      object: 'event',
      api_version: STRIPE_API_VERSION,
      created: this.#now(),
      data: { object, ...(previous && { previous_attributes: previous }) },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    };
    this.#options.records.put('event', event.id, event, { due: this.#options.clock() + EVENT_KEPT_MS });
    this.#options.onEvent(event);
    this.#events.push(event);
  }

  #liveCustomer(id: string, param?: string): Customer {
    const customer = this.#options.records.get<Customer | DeletedCustomer>('customer', id);
    if (!customer || customer.deleted) throw noSuch('customer', id, param);
    return customer;
  }

  #knownSubscription(id: string): Subscription {
    const subscription = this.subscription(id);
    if (!subscription) throw noSuch('subscription', id);
    return subscription;
  }

  #fillCustomer(before: Customer, form: FormReader): Customer {
    const text = (name: 'email' | 'name' | 'description' | 'phone'): object => {
      const value = form.text(name);
      return value === undefined ? {} : { [name]: value || null };
    };
    const email = form.text('email');
    if (email && !/^[^\s@]+@\S+$/.test(email))
      throw new StripeError(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'email' });
    return {
      ...before,
      ...text('email'),
      ...text('name'),
      ...text('description'),
      ...text('phone'),
      metadata: form.metadata(before.metadata),
    };
  }

  #customerDetails(email: string | null, name: string | null): Session['customer_details'] {
    return { address: null, business_name: null, email, individual_name: null, name, phone: null, tax_exempt: 'none', tax_ids: [] };
  }

  #putCustomer(customer: Customer): void {
    this.#options.records.put('customer', customer.id, customer);
  }

  #putSession(session: Session): void {
    const due = session.status === 'open' ? session.expires_at * 1_000 : undefined;
    this.#options.records.put('session', session.id, session, { customer: session.customer ?? undefined, due });
  }

  #putSubscription(subscription: Subscription): void {
    const due = ended(subscription) ? undefined : periodOf(subscription).end * 1_000;
    this.#options.records.put('subscription', subscription.id, subscription, { customer: subscription.customer, due });
  }

  #expire(session: Session): Session {
    const expired: Session = { ...session, status: 'expired', url: null };
    this.#putSession(expired);
    this.#emit('checkout.session.expired', expired);
    return expired;
  }

  #changeSubscription(before: Subscription, after: Subscription): Subscription {
    this.#putSubscription(after);
    const changes = changedFields(before, after);
    if (Object.keys(changes).length) this.#emit('customer.subscription.updated', after, changes);
    return after;
  }

  #turn(subscription: Subscription, cancelling: boolean): Subscription {
    return {
      ...subscription,
      cancel_at_period_end: cancelling,
      cancel_at: cancelling ? periodOf(subscription).end : null,
      canceled_at: cancelling ? this.#now() : null,
      cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: cancelling ? 'cancellation_requested' : null },
    };
  }

  /** Ends a subscription and its period, so that a comparison of the period with the clock says the same. */
  #end(subscription: Subscription, at: number): Subscription {
    const { start, end } = periodOf(subscription);
    const canceled: Subscription = {
      ...withPeriod(subscription, { start, end: Math.min(end, at) }),
      status: 'canceled',
      canceled_at: subscription.canceled_at ?? at,
      ended_at: at,
      cancellation_details: subscription.cancellation_details && { ...subscription.cancellation_details, reason: 'cancellation_requested' },
    };
    this.#putSubscription(canceled);
    this.#emit('customer.subscription.deleted', canceled);
    return canceled;
  }

  /** Begins and bills the next period. An open invoice is paid as well. */
  #renew(before: Subscription): Subscription {
    const settled = this.#payOpenInvoice(before);
    const { end } = periodOf(before);
    const months = Math.round((end - before.billing_cycle_anchor) / (30.44 * 86_400)) + 1;
    const period = { start: end, end: addMonths(before.billing_cycle_anchor, months) };
    const moved = withPeriod(settled, period);
    const invoice = this.#bill(moved, { paid: true, reason: 'subscription_cycle', period });
    this.#emit('invoice.paid', invoice);
    this.#emit('invoice.payment_succeeded', invoice);
    return this.#changeSubscription(before, { ...moved, latest_invoice: invoice.id });
  }

  #failPayment(before: Subscription): Subscription {
    const invoice = this.#bill(before, { paid: false, reason: 'subscription_cycle', period: periodOf(before) });
    this.#emit('invoice.payment_failed', invoice);
    return this.#changeSubscription(before, { ...before, status: 'past_due', latest_invoice: invoice.id });
  }

  #payOpenInvoice(subscription: Subscription): Subscription {
    const { records } = this.#options;
    const open = subscription.latest_invoice === null ? undefined : records.get<Invoice>('invoice', subscription.latest_invoice);
    if (open?.status === 'open') {
      const now = this.#now();
      const paid: Invoice = {
        ...open,
        amount_paid: open.amount_due,
        amount_remaining: 0,
        attempt_count: open.attempt_count + 1,
        auto_advance: false,
        next_payment_attempt: null,
        status: 'paid',
        status_transitions: { ...open.status_transitions, paid_at: now },
      };
      records.put('invoice', paid.id, paid, { customer: paid.customer });
      this.#take(paid);
      this.#emit('invoice.paid', paid);
      this.#emit('invoice.payment_succeeded', paid);
    }
    return { ...subscription, status: 'active' };
  }

  #bill(
    subscription: Subscription,
    detail: {
      readonly paid: boolean;
      readonly reason: 'subscription_create' | 'subscription_cycle';
      readonly period: { start: number; end: number };
    },
  ): Invoice {
    const { records } = this.#options;
    const customer = this.#liveCustomer(subscription.customer);
    const sequence = customer.next_invoice_sequence ?? 1;
    this.#putCustomer({ ...customer, next_invoice_sequence: sequence + 1 });
    const number = `${customer.invoice_prefix ?? 'LOCAL'}-${String(sequence).padStart(4, '0')}`;
    const invoice = newInvoice(
      { invoice: this.#id('in'), line: this.#id('il'), number },
      { ...detail, subscription, customer, created: this.#now() },
    );
    records.put('invoice', invoice.id, invoice, { customer: customer.id });
    if (detail.paid) this.#take(invoice);
    return invoice;
  }

  /** Stores the payment of an invoice, so that it can be refunded. */
  #take(invoice: Invoice): void {
    const { records } = this.#options;
    const now = this.#now();
    const intent = this.#id('pi');
    const payment = newInvoicePayment({ payment: this.#id('inpay'), intent }, invoice, now);
    records.put('invoice payment', payment.id, payment, { customer: invoice.customer });
    records.put('charge', intent, newCharge({ charge: this.#id('ch'), intent }, invoice, now), { customer: invoice.customer });
  }

  #knownInvoice(id: string): Invoice {
    const invoice = this.#options.records.get<Invoice>('invoice', id);
    if (!invoice) throw noSuch('invoice', id);
    return invoice;
  }

  #openInvoice(id: string): Invoice {
    const invoice = this.#knownInvoice(id);
    if (invoice.status !== 'open')
      throw new StripeError(`This invoice is not open: its status is ${String(invoice.status)}.`, { code: 'invoice_not_editable' });
    return invoice;
  }
}
