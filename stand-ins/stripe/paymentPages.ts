import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { devPage } from '../devPage.ts';
import type { Markup } from '../devPage.ts';
import { FormReader, parseForm } from './form.ts';
import { portalActions } from './PaymentProvider.ts';
import type { PaymentProvider, PortalAction } from './PaymentProvider.ts';
import type { Session, Subscription } from './shapes.ts';
import { StripeError } from './StripeError.ts';

const NOTICE = html`<p class="notice">This is the local stand-in for Stripe. No card is asked for and no money moves.</p>`;

const page = (
  title: string,
  body: Markup,
  options: { readonly status?: number; readonly formTargets?: readonly string[] } = {},
): Promise<Response> =>
  devPage({
    title: `${title} · local payment stand-in`,
    body: html`${NOTICE}${body}`,
    nonce: randomBytes(16).toString('base64'),
    narrow: true,
    ...options,
  });

const absent = (what: string): Promise<Response> =>
  page(
    'Not found',
    html`<div class="card">
      <h1>Not found</h1>
      <p>There is no such ${what}.</p>
    </div>`,
    { status: 404 },
  );

const redirect = (address: string): Response =>
  new Response(null, { status: 303, headers: { location: address, 'cache-control': 'no-store' } });

const button = (
  label: string,
  detail: { readonly action?: string; readonly fields?: Readonly<Record<string, string>>; readonly first?: boolean },
): Markup =>
  html`<form method="post" ${detail.action === undefined ? '' : html`action="${detail.action}"`}>
    ${Object.entries(detail.fields ?? {}).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button type="submit" class="${detail.first ? 'first' : 'other'}">${label}</button>
  </form>`;

const day = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 10);
const money = (cents: number | null): string => `$${((cents ?? 0) / 100).toFixed(2)}`;
const successAddress = (session: Session): string => (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id);

const checkoutPage = (session: Session): Promise<Response> => {
  const targets = [session.success_url, session.cancel_url].filter((address) => address !== null);
  const back = session.cancel_url === null ? '' : button('Back', { action: `/checkout/${session.id}/back` });
  if (session.status === 'complete') {
    const body = html`<div class="card">
      <h1>This is paid already</h1>
      <p>The subscription of this checkout is running.</p>
      <a href="${successAddress(session)}">Go on to the site</a>
    </div>`;
    return page('Paid already', body, { formTargets: targets });
  }
  if (session.status === 'expired') {
    return page(
      'Expired',
      html`<div class="card">
        <h1>This checkout has expired</h1>
        <p>Start again from the site.</p>
        ${back}
      </div>`,
      { formTargets: targets },
    );
  }
  const body = html`<div class="card">
    <h1>Subscribe to Lectern Premium</h1>
    <div class="price">${money(session.amount_total)} <small>a month</small></div>
    ${session.customer_details?.email ? html`<p class="soft">For ${session.customer_details.email}</p>` : ''}
    ${button('Subscribe', { first: true })} ${back}
  </div>`;
  return page('Subscribe to Lectern Premium', body, { formTargets: targets });
};

const subscriptionCard = (subscription: Subscription): Markup => {
  const [item] = subscription.items.data;
  const offer = (label: string, action: PortalAction, first = false): Markup =>
    button(label, { fields: { action, subscription: subscription.id }, first });
  const pastDue = subscription.status === 'past_due';
  const cancelling = subscription.cancel_at_period_end;
  return html`<div class="card">
    <h2>Lectern Premium</h2>
    <dl>
      <dt>Status</dt>
      <dd>${pastDue ? 'Past due: the last payment failed' : cancelling ? 'Canceled, runs to the end of its period' : 'Active'}</dd>
      <dt>${cancelling ? 'Ends' : 'Renews'}</dt>
      <dd>${day(item?.current_period_end ?? 0)}</dd>
      <dt>Price</dt>
      <dd>${money((item?.price.unit_amount ?? 0) * (item?.quantity ?? 1))} a month</dd>
    </dl>
    ${pastDue ? offer('Pay the open invoice', 'pay', true) : ''}
    ${cancelling ? offer('Resume subscription', 'resume', true) : offer('Cancel subscription', 'cancel')}
    ${pastDue || cancelling ? '' : offer('Fail next payment', 'fail')} ${offer("Advance to the period's end", 'advance')}
  </div>`;
};

/** The pages that a browser is sent to: checkout and billing portal. */
export function paymentPages({ provider, acceptWaitMs }: { readonly provider: PaymentProvider; readonly acceptWaitMs: number }): Hono {
  const app = new Hono();

  /** Waits for the webhooks to be accepted, but not for long: the learner is waiting too. */
  const acceptedOrLate = async (accepted: Promise<void>): Promise<void> => {
    const late = new AbortController();
    await Promise.race([accepted, wait(acceptWaitMs, undefined, { signal: late.signal }).catch(() => undefined)]);
    late.abort();
  };

  app.onError((error) => {
    if (error instanceof StripeError)
      return page(
        'Not possible',
        html`<div class="card">
          <h1>Not possible</h1>
          <p>${error.message}</p>
        </div>`,
        { status: error.status },
      );
    console.error('The local payment provider failed:', error);
    return page('Failed', html`<div class="card"><h1>Something went wrong</h1></div>`, { status: 500 });
  });
  app.use(async (_, next) => {
    provider.settle();
    await next();
  });

  app.get('/checkout/:id', (context) => {
    const session = provider.session(context.req.param('id'));
    return session ? checkoutPage(session) : absent('checkout');
  });

  app.post('/checkout/:id', async (context) => {
    const open = provider.session(context.req.param('id'));
    if (!open) return absent('checkout');
    if (open.status === 'expired') return checkoutPage(open);
    const { result, accepted } = provider.completeSession(open.id);
    await acceptedOrLate(accepted);
    return redirect(successAddress(result));
  });

  app.post('/checkout/:id/back', (context) => {
    const session = provider.session(context.req.param('id'));
    return session?.cancel_url ? redirect(session.cancel_url) : absent('checkout');
  });

  app.get('/portal/:id', (context) => {
    const portal = provider.portalSession(context.req.param('id'));
    if (!portal) return absent('portal session');
    const subscriptions = provider.runningSubscriptions(portal.customer);
    const body = html`<h1>Your subscription</h1>
      ${subscriptions.length ? subscriptions.map(subscriptionCard) : html`<div class="card"><p>There is no running subscription.</p></div>`}
      ${portal.return_url === null ? '' : button('Return', { action: `/portal/${portal.id}/return` })}`;
    return page('Your subscription', body, { formTargets: portal.return_url === null ? [] : [portal.return_url] });
  });

  app.post('/portal/:id', async (context) => {
    const portal = provider.portalSession(context.req.param('id'));
    if (!portal) return absent('portal session');
    const form = new FormReader(parseForm(await context.req.text()));
    const action = form.oneOf('action', portalActions);
    const running = provider.runningSubscriptions(portal.customer);
    const named = form.text('subscription');
    const subscription = named === undefined ? running[0] : running.find(({ id }) => id === named);
    if (action && subscription) await acceptedOrLate(provider.actOnSubscription(subscription.id, action).accepted);
    return redirect(`/portal/${portal.id}`);
  });

  app.post('/portal/:id/return', (context) => {
    const portal = provider.portalSession(context.req.param('id'));
    return portal?.return_url ? redirect(portal.return_url) : absent('portal session');
  });

  app.get('/', () =>
    page(
      'Payments',
      html`<div class="card">
        <h1>Local payment stand-in</h1>
        <p>Checkout and billing pages open from the site.</p>
      </div>`,
    ),
  );
  return app;
}
