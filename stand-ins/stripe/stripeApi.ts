import { Hono } from 'hono';
import { createStripeCalls, type StripeApiOptions } from './createStripeCalls.ts';
import { addCatalogRoutes } from './routes/addCatalogRoutes.ts';
import { addCheckoutRoutes } from './routes/addCheckoutRoutes.ts';
import { addCustomerRoutes } from './routes/addCustomerRoutes.ts';
import { addEventRoutes } from './routes/addEventRoutes.ts';
import { addInvoiceRoutes } from './routes/addInvoiceRoutes.ts';
import { addPortalRoutes } from './routes/addPortalRoutes.ts';
import { addRefundRoutes } from './routes/addRefundRoutes.ts';
import { addSubscriptionRoutes } from './routes/addSubscriptionRoutes.ts';
import { StripeError } from './StripeError.ts';

/** The part of Stripe's API that the stand-in implements, under `/v1`. */
export function stripeApi(options: StripeApiOptions): Hono {
  const { provider, records } = options;
  const { authorize, answer, call } = createStripeCalls(options);
  const app = new Hono();
  const tools = { provider, records, call };
  addCustomerRoutes(app, tools);
  addCatalogRoutes(app, tools);
  addCheckoutRoutes(app, tools);
  addSubscriptionRoutes(app, tools);
  addInvoiceRoutes(app, tools);
  addRefundRoutes(app, tools);
  addPortalRoutes(app, tools);
  addEventRoutes(app, tools);

  app.all('/v1/*', (context) => {
    authorize(context);
    throw new StripeError(
      `Unrecognized request URL (${context.req.method}: ${context.req.path}). The local payment provider does not know it.`,
      { status: 404 },
    );
  });
  app.onError((error) => {
    if (error instanceof StripeError) return answer(error.status, JSON.stringify(error.toBody()));
    console.error('The local payment provider failed:', error);
    return answer(500, JSON.stringify(new StripeError('An unknown error occurred.', { type: 'api_error' }).toBody()));
  });
  return app;
}
