import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { memoryStore } from '@lectern/document-store/testing';
import { customerFor } from '../domain/customerFor.ts';
import { syncPlan } from '../domain/syncPlan.ts';
import { allCollections } from '../store.ts';
import { stripePayments } from './stripePayments.ts';
import { billingOn } from '../testing/billingOn.ts';

const clock = () => new Date('2026-03-05T10:00:00Z');

interface Asked {
  what: string;
  key: string | undefined;
  response: ServerResponse;
}

/** A provider whose answers are given by the test, and billing's port to it, with a timer of the test. */
const start = async () => {
  const asked: Asked[] = [];
  let told = () => {};
  let answer: ((each: Asked) => void) | undefined;
  const server: Server = createServer((request, response) => {
    request.resume().on('end', () => {
      const key = request.headers['idempotency-key'];
      const each = { what: `${String(request.method)} ${String(request.url).split('?')[0]}`, key: key?.toString(), response };
      asked.push(each);
      answer?.(each);
      told();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const timers: { run: () => void; afterMs: number; isCancelled: boolean }[] = [];
  const payments = stripePayments({
    secretKey: 'sk_test_123',
    webhookSecret: 'whsec_of_the_tests',
    apiBase: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    priceId: 'price_1',
    publicUrl: 'http://localhost:3000',
    clock,
    startTimer: (run, afterMs) => {
      const timer = { run, afterMs, isCancelled: false };
      timers.push(timer);
      return () => {
        timer.isCancelled = true;
      };
    },
  });
  return {
    asked,
    payments,
    timers,
    answerBy: (by: typeof answer) => {
      answer = by;
    },
    /** Resolves when so many requests have come. */
    until: async (count: number): Promise<void> => {
      while (asked.length < count) await new Promise<void>((resolve) => (told = resolve));
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
const send = ({ response }: Asked, body: object) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));

let provider: Awaited<ReturnType<typeof start>>;
beforeEach(async () => {
  provider = await start();
});
afterEach(() => provider.close());

describe('the time that a learner waits for the provider', () => {
  it('is ten seconds for all requests of a call, and ends in a clear sentence', async () => {
    const { payments, timers, asked, answerBy, until } = provider;
    answerBy((each) => void (asked.length === 1 && send(each, { id: 'cus_1' })));
    const call = payments.inTime(
      async () => {
        const customer = await payments.createCustomer('u1', 'customer-u1-0');
        return payments.createCheckout(customer, 'u1');
      },
      { isPayment: true },
    );
    // The second request is never answered.
    await until(2);
    expect(timers).toMatchObject([{ afterMs: 10_000, isCancelled: false }]);
    timers[0]?.run();
    await expect(call).rejects.toMatchObject({
      code: 'timeout',
      message: 'The payment provider did not answer in time. You have not been charged. Please try again.',
      retryAfterSeconds: 5,
    });
  });

  it('ends the attempts, too: none is made after it', async () => {
    const { payments, timers, asked, until } = provider;
    let work: Promise<string> | undefined;
    const call = payments.inTime(() => (work = payments.createPortal('cus_1')));
    await until(1);
    timers[0]?.run();
    // Nothing could be charged here.
    await expect(call).rejects.toMatchObject({
      code: 'timeout',
      message: 'The payment provider did not answer in time. Please try again.',
    });
    // Resolves when the library has given up.
    await expect(work).rejects.toMatchObject({ code: 'bad_gateway' });
    expect(asked).toHaveLength(1);
    expect(timers).toHaveLength(1);
  });

  it('has room for another attempt, under the same key', async () => {
    const { payments, asked, timers, answerBy } = provider;
    answerBy((each) => {
      if (asked.length === 1) each.response.destroy();
      else send(each, { id: 'cus_1', url: 'https://billing.example/1' });
    });
    await expect(payments.inTime(() => payments.createPortal('cus_1'))).resolves.toBe('https://billing.example/1');
    expect(asked.map(({ what }) => what)).toEqual(['POST /v1/billing_portal/sessions', 'POST /v1/billing_portal/sessions']);
    expect(asked[0]?.key).toBeDefined();
    expect(asked[1]?.key).toBe(asked[0]?.key);
    expect(timers).toMatchObject([{ isCancelled: true }]);
  });

  it('has room for one other attempt only; two are made where no learner waits', async () => {
    const { payments, asked, answerBy } = provider;
    answerBy(({ response }) => response.destroy());
    await expect(payments.inTime(() => payments.createPortal('cus_1'))).rejects.toMatchObject({ code: 'bad_gateway' });
    expect(asked).toHaveLength(2);
    await expect(payments.createPortal('cus_1')).rejects.toMatchObject({ code: 'bad_gateway' });
    expect(asked).toHaveLength(5);
  });

  it('ends with the limit around it, if that is the first to end', async () => {
    const { payments, timers, until } = provider;
    const call = payments.inTime(() => payments.inTime(() => payments.createPortal('cus_1'), { mostMs: 9_000 }));
    await until(1);
    expect(timers).toMatchObject([{ afterMs: 10_000 }, { afterMs: 9_000 }]);
    timers[0]?.run();
    await expect(call).rejects.toMatchObject({ code: 'timeout' });
    expect(timers).toMatchObject([{ isCancelled: true }, { isCancelled: true }]);
  });

  it('does not end a synchronisation that an event waits for, too', async () => {
    const { payments, timers, asked, until, answerBy } = provider;
    const billing = billingOn(memoryStore(allCollections), payments, clock);
    await customerFor({ ...billing, payments: { ...payments, createCustomer: async () => 'cus_1' } }, 'u1');
    const sync = () => syncPlan(billing, 'u1', 'cus_1');
    const first = sync();
    await until(1);
    const ofLearner = payments.inTime(() => sync());
    const ofEvent = sync();
    timers[0]?.run();
    await expect(ofLearner).rejects.toMatchObject({ code: 'timeout' });
    const answer = (each: Asked) =>
      send(each, each.what.endsWith('/subscriptions') ? { object: 'list', data: [], has_more: false } : { id: 'cus_1', metadata: {} });
    answerBy(answer);
    for (const each of asked) answer(each);
    await expect(first).resolves.toBeUndefined();
    await expect(ofEvent).resolves.toBeUndefined();
  });

  it('does not limit what no learner waits for', async () => {
    const { payments, timers, answerBy } = provider;
    answerBy((each) => send(each, { id: 'cus_1' }));
    await expect(payments.createCustomer('u1', 'customer-u1-0')).resolves.toBe('cus_1');
    expect(timers).toEqual([]);
  });
});
