import type { Hono } from 'hono';
import { html } from 'hono/html';
import type { PaymentProvider } from './PaymentProvider.ts';
import { absent, button, money, page, redirect } from './paymentPage.ts';
import type { Session } from './shapes.ts';

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

export interface PaymentPagesOptions {
  readonly provider: PaymentProvider;
  /** Waits for the webhooks to be accepted, for a limited time. */
  readonly acceptedOrLate: (accepted: Promise<void>) => Promise<void>;
}

/** The pages of the checkout. */
export function addCheckoutPages(app: Hono, { provider, acceptedOrLate }: PaymentPagesOptions): void {
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
}
