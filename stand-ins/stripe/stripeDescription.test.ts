import Stripe from 'stripe';
import { engineFor, startStripeMock } from '@lectern/test-servers';
import { startStripeLocal, type StripeLocal } from './startStripeLocal.ts';
import { LOCAL_PRICE_ID } from './stripeObjects.ts';
import { stripeDescription, type StripeDescription } from './testing/stripeDescription.ts';

const skipped = engineFor('go');
// Stripe's description is 8 MB, so compiling it takes long on a busy machine.
jest.setTimeout(60_000);
const key = 'sk_test_local';
const start = Date.UTC(2026, 0, 31, 12);

(skipped === undefined ? describe : describe.skip)(
  `Stripe's own description of its API${skipped === undefined ? '' : ` (${skipped})`}`,
  () => {
    let description: StripeDescription;
    let provider: StripeLocal;
    let stripe: Stripe;
    let nowMs: number;
    let problems: string[];
    let answers: string[];

    beforeAll(async () => {
      const mock = await startStripeMock();
      await mock.stop();
      description = stripeDescription(mock.openApiFile);
    }, 180_000);

    beforeEach(async () => {
      nowMs = start;
      problems = [];
      answers = [];
      provider = await startStripeLocal({
        port: 0,
        host: '127.0.0.1',
        secretKey: key,
        webhookSecret: 'whsec_test',
        // Nothing receives webhooks here: the test reads the events through the API.
        webhookUrl: 'http://127.0.0.1:9/webhook',
        clock: () => nowMs,
        retryDelayMs: () => 60_000,
        acceptWaitMs: 0,
      });
      const checked: typeof fetch = async (input, init) => {
        const answer = await fetch(input, init);
        const { pathname } = new URL(String(input));
        const body: unknown = await answer.clone().json();
        answers.push(`${init?.method} ${pathname.replaceAll(/_[0-9a-f]{24}/g, '')} ${answer.status}`);
        problems.push(...description.problemsOfAnswer(init?.method ?? 'GET', pathname, answer.status, body));
        return answer;
      };
      stripe = new Stripe(key, {
        host: '127.0.0.1',
        port: provider.port,
        protocol: 'http',
        maxNetworkRetries: 0,
        httpClient: Stripe.createFetchHttpClient(checked),
      });
    });
    afterEach(() => provider.close());

    const open = (url: string, fields: Record<string, string> = {}) =>
      fetch(new URL(new URL(url).pathname, `http://127.0.0.1:${provider.port}`), {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams(fields),
      });
    const session = (customer: string) =>
      stripe.checkout.sessions.create({
        mode: 'subscription',
        customer,
        client_reference_id: 'u1',
        line_items: [{ price: LOCAL_PRICE_ID, quantity: 1 }],
        metadata: { priceId: LOCAL_PRICE_ID },
        success_url: 'http://localhost:3000/subscription?success=true',
        cancel_url: 'http://localhost:3000/subscription?canceled=true',
      });

    it('matches every answer and event from the first customer to the last refund', async () => {
      const { id: customer } = await stripe.customers.create({ metadata: { userId: 'u1' } });
      await stripe.customers.list();
      await stripe.checkout.sessions.expire((await session(customer)).id);
      const paid = await session(customer);
      await stripe.checkout.sessions.list({ customer, status: 'open' });
      await open(String(paid.url));
      const { subscription } = await stripe.checkout.sessions.retrieve(paid.id, { expand: ['subscription', 'customer'] });
      const id = (subscription as Stripe.Subscription).id;

      const portal = await stripe.billingPortal.sessions.create({ customer, return_url: 'http://localhost:3000/subscription' });
      for (const action of ['cancel', 'resume', 'fail', 'pay', 'fail']) {
        nowMs += 60_000;
        await open(portal.url, { action });
        await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice', 'customer'] });
      }
      const { latest_invoice: owed } = await stripe.subscriptions.retrieve(id);
      await stripe.invoices.voidInvoice(String(owed));
      await open(portal.url, { action: 'advance' });

      const { latest_invoice: latest } = await stripe.subscriptions.retrieve(id);
      await stripe.invoices.retrieve(String(latest));
      const [payment] = (await stripe.invoicePayments.list({ invoice: String(latest), status: 'paid' })).data;
      const intent = String(payment?.payment.payment_intent);
      await stripe.refunds.create({ payment_intent: intent, reason: 'duplicate' });
      await expect(stripe.refunds.create({ payment_intent: intent })).rejects.toMatchObject({ code: 'charge_already_refunded' });
      expect(await stripe.subscriptions.retrieve(id)).toMatchObject({ status: 'active' });
      await stripe.refunds.list();

      await stripe.subscriptions.update(id, { cancel_at_period_end: true });
      await stripe.subscriptions.list({ status: 'all', expand: ['data.customer'] });
      await stripe.subscriptions.cancel(id);
      await stripe.customers.del(customer);
      await stripe.customers.retrieve(customer);
      await stripe.subscriptions.list({ customer, status: 'all', expand: ['data.customer'] });
      await expect(stripe.customers.del(customer)).rejects.toMatchObject({ code: 'resource_missing' });
      await expect(stripe.customers.create({ nickname: 'x' } as never)).rejects.toMatchObject({ code: 'parameter_unknown' });

      const types = new Set<string>();
      for await (const event of stripe.events.list({ limit: 100 })) {
        types.add(event.type);
        problems.push(...description.problemsOfEvent(event));
      }
      expect([...new Set(problems)]).toEqual([]);
      expect([...types].sort()).toEqual([
        'charge.refunded',
        'checkout.session.completed',
        'checkout.session.expired',
        'customer.created',
        'customer.deleted',
        'customer.subscription.created',
        'customer.subscription.deleted',
        'customer.subscription.updated',
        'invoice.paid',
        'invoice.payment_failed',
        'invoice.payment_succeeded',
        'invoice.voided',
        'refund.created',
      ]);
      expect(new Set(answers).size).toBeGreaterThan(20);
    });

    it('reports deviations from the description', () => {
      expect(description.problemsOfAnswer('GET', '/v1/customers/cus_1', 200, { id: 'cus_1', object: 'customer' })).not.toEqual([]);
      expect(description.problemsOfEvent({ id: 'evt_1', object: 'event', type: 'invoice.exploded', data: { object: {} } })).not.toEqual([]);
      expect(description.problemsOfEvent({ type: 'invoice.paid', data: { object: { object: 'invoice' } } }).join()).toContain('invoice');
      expect(() => description.problemsOfAnswer('GET', '/v1/nothing', 200, {})).toThrow(/no GET/);
    });
  },
);
