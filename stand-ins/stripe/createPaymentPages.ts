import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { devPage, type Markup } from '../devPage.ts';
import type { Books } from './Books.ts';
import { completeSession } from './checkout.ts';
import { StripeError } from './StripeError.ts';
import { periodOf, type PortalSession, type Session, type Subscription } from './stripeObjects.ts';
import { actOnSubscription, portalActions, runningSubscriptions, type PortalAction } from './subscriptions.ts';

const notice = html`<p class="notice">This is the local stand-in for Stripe. No card is needed and no money moves.</p>`;

const page = (title: string, body: Markup, options: { status?: number; formTargets?: readonly (string | undefined)[] } = {}) =>
  devPage({
    title: `${title} · local payment stand-in`,
    body: html`${notice}${body}`,
    nonce: randomBytes(16).toString('base64'),
    narrow: true,
    ...options,
    formTargets: (options.formTargets ?? []).filter((target) => target !== undefined),
  });

const card = (title: string, rest: Markup): Markup =>
  html`<div class="card">
    <h1>${title}</h1>
    ${rest}
  </div>`;

const absent = (what: string) => page('Not found', card('Not found', html`<p>There is no such ${what}.</p>`), { status: 404 });

const redirect = (address: string): Response =>
  new Response(null, { status: 303, headers: { location: address, 'cache-control': 'no-store' } });

/** A form with one button and hidden fields. Posts to the page's own address unless `to` is given. */
const button = (label: string, to?: string, fields: Readonly<Record<string, string>> = {}, look: 'first' | 'other' = 'other'): Markup =>
  html`<form method="post" ${to === undefined ? '' : html`action="${to}"`}>
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button type="submit" class="${look}">${label}</button>
  </form>`;

const day = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 10);
const money = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

const successAddress = (session: Session): string => session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id);

const checkoutPage = (session: Session): Promise<Response> => {
  const formTargets = [session.success_url, session.cancel_url];
  const back = session.cancel_url === undefined ? '' : button('Back', `/checkout/${session.id}/back`);
  if (session.status === 'complete') {
    const link = html`<p>The subscription of this checkout is running.</p>
      <a href="${successAddress(session)}">Go on to the site</a>`;
    return page('Paid already', card('This is paid already', link), { formTargets });
  }
  if (session.status === 'expired') {
    const start = html`<p>Start again from the site.</p>
      ${back}`;
    return page('Expired', card('This checkout has expired', start), { formTargets });
  }
  const title = 'Subscribe to Lectern Premium';
  const offer = html`<div class="price">${money(session.amount_total)} <small>a month</small></div>
    ${button('Subscribe', undefined, {}, 'first')} ${back}`;
  return page(title, card(title, offer), { formTargets });
};

const subscriptionCard = (subscription: Subscription): Markup => {
  const offer = (label: string, action: PortalAction, look?: 'first'): Markup =>
    button(label, undefined, { action, subscription: subscription.id }, look);
  const isPastDue = subscription.status === 'past_due';
  const isCancelling = subscription.cancel_at_period_end;
  return html`<div class="card">
    <h2>Lectern Premium</h2>
    <dl>
      <dt>Status</dt>
      <dd>${isPastDue ? 'Past due: the last payment failed' : isCancelling ? 'Canceled, runs to the end of its period' : 'Active'}</dd>
      <dt>${isCancelling ? 'Ends' : 'Renews'}</dt>
      <dd>${day(periodOf(subscription).end)}</dd>
      <dt>Price</dt>
      <dd>${money(subscription.items.data[0]?.price.unit_amount ?? 0)} a month</dd>
    </dl>
    ${isPastDue ? offer('Pay the open invoice', 'pay', 'first') : ''}
    ${isCancelling ? offer('Resume subscription', 'resume', 'first') : offer('Cancel subscription', 'cancel')}
    ${isPastDue || isCancelling ? '' : offer('Fail next payment', 'fail')} ${offer("Advance to the period's end", 'advance')}
  </div>`;
};

const portalPage = (portal: PortalSession, subscriptions: readonly Subscription[]): Promise<Response> => {
  const body = html`<h1>Your subscription</h1>
    ${subscriptions.length ? subscriptions.map(subscriptionCard) : html`<div class="card"><p>There is no running subscription.</p></div>`}
    ${portal.return_url === undefined ? '' : button('Return', `/portal/${portal.id}/return`)}`;
  return page('Your subscription', body, { formTargets: [portal.return_url] });
};

/**
 * The pages for browsers: checkout and billing portal.
 * @param acceptWaitMs - how long a button waits for its webhooks, in milliseconds
 */
export function createPaymentPages(books: Books, acceptWaitMs: number): Hono {
  const app = new Hono();
  const sessionOf = (id: string): Session | undefined => books.records.get('session', id);
  const portalOf = (id: string): PortalSession | undefined => books.records.get('portal', id);

  /** Waits until the webhooks are accepted, but only for a limited time, because the learner is waiting as well. */
  const acceptedOrLate = async (accepted: Promise<void>): Promise<void> => {
    const late = new AbortController();
    await Promise.race([accepted, wait(acceptWaitMs, undefined, { signal: late.signal }).catch(() => undefined)]);
    late.abort();
  };

  app.onError((error) => {
    if (error instanceof StripeError)
      return page('Not possible', card('Not possible', html`<p>${error.message}</p>`), { status: error.status });
    console.error('The payment stand-in failed:', error);
    return page('Failed', card('Something went wrong', html``), { status: 500 });
  });
  app.get('/checkout/:id', (context) => {
    const session = sessionOf(context.req.param('id'));
    return session ? checkoutPage(session) : absent('checkout');
  });
  app.post('/checkout/:id', async (context) => {
    const open = sessionOf(context.req.param('id'));
    if (!open) return absent('checkout');
    if (open.status === 'expired') return checkoutPage(open);
    const { result, accepted } = completeSession(books, open.id);
    await acceptedOrLate(accepted);
    return redirect(successAddress(result));
  });
  app.post('/checkout/:id/back', (context) => {
    const session = sessionOf(context.req.param('id'));
    return session?.cancel_url ? redirect(session.cancel_url) : absent('checkout');
  });

  app.get('/portal/:id', (context) => {
    const portal = portalOf(context.req.param('id'));
    return portal ? portalPage(portal, runningSubscriptions(books, portal.customer)) : absent('portal session');
  });
  app.post('/portal/:id', async (context) => {
    const portal = portalOf(context.req.param('id'));
    if (!portal) return absent('portal session');
    const given = new URLSearchParams(await context.req.text());
    const action = portalActions.find((each) => each === given.get('action'));
    if (!action) throw new StripeError('There is no such action.');
    const named = given.get('subscription');
    const subscription = runningSubscriptions(books, portal.customer).find(({ id }) => named === null || id === named);
    if (subscription) await acceptedOrLate(actOnSubscription(books, subscription.id, action).accepted);
    return redirect(`/portal/${portal.id}`);
  });
  app.post('/portal/:id/return', (context) => {
    const portal = portalOf(context.req.param('id'));
    return portal?.return_url ? redirect(portal.return_url) : absent('portal session');
  });
  app.get('/', () => page('Payments', card('Local payment stand-in', html`<p>Checkout and billing pages open from the site.</p>`)));
  return app;
}
