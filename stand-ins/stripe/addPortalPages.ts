import type { Hono } from 'hono';
import { html } from 'hono/html';
import type { Markup } from '../devPage.ts';
import type { PaymentPagesOptions } from './addCheckoutPages.ts';
import { FormReader, parseForm } from './form.ts';
import { portalActions, type PortalAction } from './PaymentProvider.ts';
import { absent, button, day, money, page, redirect } from './paymentPage.ts';
import type { Subscription } from './shapes.ts';

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

/** The pages of the billing portal. */
export function addPortalPages(app: Hono, { provider, acceptedOrLate }: PaymentPagesOptions): void {
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
}
