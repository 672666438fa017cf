import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { addCheckoutPages } from './addCheckoutPages.ts';
import { addPortalPages } from './addPortalPages.ts';
import type { PaymentProvider } from './PaymentProvider.ts';
import { page } from './paymentPage.ts';
import { StripeError } from './StripeError.ts';

/** The pages for browsers: checkout and billing portal. */
export function paymentPages({ provider, acceptWaitMs }: { readonly provider: PaymentProvider; readonly acceptWaitMs: number }): Hono {
  const app = new Hono();

  /** Waits for the webhooks to be accepted, for a limited time, since the learner is waiting too. */
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

  addCheckoutPages(app, { provider, acceptedOrLate });
  addPortalPages(app, { provider, acceptedOrLate });
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
