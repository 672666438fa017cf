import type { Books, Outcome } from './Books.ts';
import { StripeError, noSuch } from './StripeError.ts';
import {
  deletedCustomer,
  newCustomer,
  newPortalSession,
  newSession,
  type Customer,
  type DeletedCustomer,
  type Metadata,
  type PortalInput,
  type PortalSession,
  type Session,
  type SessionInput,
} from './stripeObjects.ts';
import { endSubscription, runningSubscriptions, startSubscription } from './subscriptions.ts';

export const createCustomer = (books: Books, metadata: Metadata): Customer =>
  books.write(() => {
    const customer = newCustomer(books.id('cus'), books.now(), metadata);
    books.records.put('customer', customer.id, customer);
    books.emit('customer.created', customer);
    return customer;
  }).result;

const liveCustomer = ({ records }: Books, id: string, param?: string): Customer => {
  const customer = records.get<Customer | DeletedCustomer>('customer', id);
  if (!customer || 'deleted' in customer) throw noSuch('customer', id, param);
  return customer;
};

/** Deletes a customer. Its subscriptions end immediately. */
export const deleteCustomer = (books: Books, id: string): DeletedCustomer =>
  books.write(() => {
    const customer = liveCustomer(books, id);
    for (const subscription of runningSubscriptions(books, id)) endSubscription(books, subscription);
    const deleted = deletedCustomer(id);
    books.records.put('customer', id, deleted);
    books.emit('customer.deleted', customer);
    return deleted;
  }).result;

const put = ({ records }: Books, session: Session): Session => {
  records.put('session', session.id, session, session.customer);
  return session;
};

export const createSession = (books: Books, input: SessionInput): Session =>
  books.write(() => {
    liveCustomer(books, input.customer, 'customer');
    const id = books.id('cs_test');
    return put(books, newSession(id, books.now(), `${books.publicUrl}/checkout/${id}`, input));
  }).result;

const known = ({ records }: Books, id: string): Session => {
  const session = records.get<Session>('session', id);
  if (!session) throw noSuch('checkout.session', id);
  return session;
};

export const expireSession = (books: Books, id: string): Session =>
  books.write(() => {
    const session = known(books, id);
    if (session.status !== 'open') throw new StripeError('Only Checkout Sessions with a status in ["open"] can be expired.');
    const expired = put(books, { ...session, status: 'expired', url: null });
    books.emit('checkout.session.expired', expired);
    return expired;
  }).result;

/** Pays an open session. Leaves other sessions unchanged, so that nobody pays twice. */
export const completeSession = (books: Books, id: string): Outcome<Session> =>
  books.write(() => {
    const open = known(books, id);
    if (open.status !== 'open') return open;
    liveCustomer(books, open.customer, 'customer');
    const subscription = startSubscription(books, open.customer);
    const session = put(books, { ...open, payment_status: 'paid', status: 'complete', subscription: subscription.id, url: null });
    books.emit('checkout.session.completed', session);
    return session;
  });

/** Opens the billing portal of a customer. */
export const createPortalSession = (books: Books, input: PortalInput): PortalSession =>
  books.write(() => {
    liveCustomer(books, input.customer, 'customer');
    const id = books.id('bps');
    const portal = newPortalSession(id, books.now(), `${books.publicUrl}/portal/${id}`, input);
    books.records.put('portal', id, portal);
    return portal;
  }).result;
