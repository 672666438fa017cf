import { createHmac } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { asFree, asPremium, call, makePremium, newLearner, theSite } from '../../support/api.ts';
import { nowSeconds, secretOf } from '../../support/forgery.ts';

const status = (token: string) => call('GET', '/subscription/status', { token });
const portal = async (token: string, action: string): Promise<void> => {
  const { url } = (await call('POST', '/subscription/portal', { token, body: {} })).body as { url: string };
  await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ action }) });
};

/** Calls the local payment provider's API, as its dashboard would. */
const provider = async (path: string) => {
  const answer = await fetch(`http://127.0.0.1:${theSite().ports.STRIPE_LOCAL_PORT}/v1/${path}`, {
    headers: { authorization: 'Bearer sk_test_local' },
  });
  return (await answer.json()) as Record<string, unknown>;
};

const signed = (body: string | Buffer, at = nowSeconds(), secret = secretOf('STRIPE_WEBHOOK_SECRET')): string =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex')}`;
const webhook = (raw: string | Uint8Array<ArrayBuffer>, signature: string) =>
  call('POST', '/subscription/webhook', { raw, headers: { 'content-type': 'application/json', 'stripe-signature': signature } });

test.describe('subscription', () => {
  test('never subscribed: free, and the free limits', async () => {
    const { token } = await newLearner();
    expect((await status(token)).body).toEqual({
      subscriptionTier: 'free',
      subscriptionStatus: null,
      subscriptionEndDate: null,
      stripeCustomerId: null,
      stripeSubscriptionId: null,
      cancelAtPeriodEnd: false,
    });
    expect((await call('GET', '/subscription/limits', { token })).body).toEqual({
      isPremium: false,
      studyMaterials: { current: 0, limit: 5, canCreate: true },
      folders: { current: 0, limit: 2, canCreate: true },
      flashcards: { current: 0, limit: 5, canCreate: true, canRegenerate: false, cardsPerDeck: 20 },
      quizzes: { current: 0, limit: 5, canCreate: true, questionLimit: 10, canRegenerate: false, hasWeakAreaAnalysis: false },
    });
    expect((await call('POST', '/subscription/portal', { token, body: {} })).status).toBe(409);
    for (const [method, path] of [
      ['POST', 'create'],
      ['POST', 'portal'],
      ['POST', 'upgrade'],
      ['GET', 'status'],
      ['GET', 'limits'],
    ] as const)
      expect((await call(method, `/subscription/${path}`, method === 'POST' ? { body: {} } : {})).status).toBe(401);
  });

  test('checkout, premium within 2 s everywhere, cancelled, resumed, ended, paid again', { tag: '@engine' }, async () => {
    const learner = await newLearner();
    const { token } = learner;
    expect((await call('POST', '/subscription/upgrade', { token, body: {} })).body).toMatchObject({
      status: 'requires_payment',
      checkoutUrl: expect.stringContaining('/checkout/'),
    });
    await makePremium(learner);
    expect((await status(token)).body).toMatchObject({
      subscriptionTier: 'premium',
      subscriptionStatus: 'active',
      cancelAtPeriodEnd: false,
      stripeCustomerId: expect.any(String),
      stripeSubscriptionId: expect.any(String),
    });
    expect((await call('GET', '/subscription/limits', { token })).body).toMatchObject({
      isPremium: true,
      folders: { limit: null },
      quizzes: { questionLimit: null, canRegenerate: true },
      flashcards: { cardsPerDeck: null },
    });
    expect((await call('POST', '/subscription/create', { token, body: {} })).status).toBe(409);
    for (let index = 0; index < 3; index++)
      expect((await asPremium(() => call('POST', '/folders', { token, body: { name: `Folder ${index}` } }))).status).toBe(201);

    await portal(token, 'cancel');
    await expect
      .poll(async () => (await status(token)).body)
      .toMatchObject({
        subscriptionTier: 'premium',
        subscriptionStatus: 'active',
        cancelAtPeriodEnd: true,
        subscriptionEndDate: expect.any(String),
      });
    expect((await call('POST', '/subscription/upgrade', { token, body: {} })).body).toEqual({ status: 'active' });
    expect((await status(token)).body.cancelAtPeriodEnd).toBe(false);

    await portal(token, 'fail');
    await expect.poll(async () => (await status(token)).body.subscriptionStatus).toBe('past_due');
    expect((await call('GET', '/subscription/limits', { token })).body.isPremium).toBe(false);
    await portal(token, 'pay');
    await expect.poll(async () => (await status(token)).body.subscriptionStatus).toBe('active');

    await portal(token, 'cancel');
    await expect.poll(async () => (await status(token)).body.cancelAtPeriodEnd).toBe(true);
    await portal(token, 'advance');
    await expect
      .poll(async () => (await status(token)).body)
      .toMatchObject({ subscriptionTier: 'free', subscriptionStatus: 'canceled', cancelAtPeriodEnd: false });
    // Resources above the free limits stay readable; only creating more is refused.
    expect((await call('GET', '/folders', { token })).body).toHaveLength(3);
    expect((await asFree(() => call('POST', '/folders', { token, body: { name: 'One more' } }))).status).toBe(403);
    await makePremium(learner);
    expect((await status(token)).body.subscriptionTier).toBe('premium');
  });

  test('an open checkout is offered again, and paid once', { tag: '@engine' }, async () => {
    const { token } = await newLearner();
    const first = (await call('POST', '/subscription/create', { token, body: {} })).body.checkoutUrl as string;
    expect((await call('POST', '/subscription/upgrade', { token, body: {} })).body.checkoutUrl).toBe(first);
    await Promise.all([1, 2].map(() => fetch(first, { method: 'POST', redirect: 'manual' })));
    await expect.poll(async () => (await status(token)).body.subscriptionTier).toBe('premium');
    const { stripeCustomerId } = (await status(token)).body;
    expect((await provider(`subscriptions?customer=${stripeCustomerId}`)).data).toHaveLength(1);
  });

  test('a payment that failed is told by one mail', async () => {
    const learner = await newLearner();
    await makePremium(learner);
    await portal(learner.token, 'fail');
    const mails = async () =>
      ((await (await fetch(`${theSite().mailbox}/email`)).json()) as { to: string; subject: string }[]).filter(
        ({ to, subject }) => to.includes(learner.email) && subject.includes('payment'),
      );
    await expect.poll(async () => (await mails()).length).toBe(1);
    await portal(learner.token, 'pay');
    await expect.poll(async () => (await status(learner.token)).body.subscriptionStatus).toBe('active');
    expect(await mails()).toHaveLength(1);
  });

  test('deleting the account ends the subscription at the provider at once, and the customer there', { tag: '@engine' }, async () => {
    const learner = await newLearner();
    await makePremium(learner);
    const { stripeCustomerId, stripeSubscriptionId } = (await status(learner.token)).body;
    expect((await call('DELETE', '/auth/delete-account', { token: learner.token })).status).toBe(200);
    await expect.poll(async () => (await provider(`subscriptions/${stripeSubscriptionId}`)).status).toBe('canceled');
    await expect.poll(async () => (await provider(`customers/${stripeCustomerId}`)).deleted).toBe(true);
  });

  test('forged, old and altered events are 400; a replay and 50 at once change nothing', { tag: '@engine' }, async () => {
    const learner = await newLearner();
    await makePremium(learner);
    const before = (await status(learner.token)).body;
    const event = JSON.stringify({
      id: `evt_${learner.userId}`,
      object: 'event',
      type: 'customer.subscription.deleted',
      data: { object: { object: 'subscription', id: before.stripeSubscriptionId, customer: before.stripeCustomerId, status: 'canceled' } },
    });
    const noText = Buffer.from([0x7b, 0xff, 0xfe, 0x7d]);
    for (const [raw, signature] of [
      [event, signed(event, nowSeconds(), 'whsec_of_somebody_else')],
      [event, signed(event, nowSeconds() - 310)],
      [event.replace('deleted', 'Deleted'), signed(event)],
      [`${event}\n`, signed(event)],
      [noText, signed(noText)],
      ['[]', signed('[]')],
    ] as const) {
      const answer = await webhook(raw, signature);
      expect([answer.status, typeof answer.body.msg]).toEqual([400, 'string']);
    }
    const rolled = `${signed(event, nowSeconds(), 'whsec_former')},v1=${signed(event).split('v1=')[1]}`;
    const answers = await Promise.all(Array.from({ length: 50 }, (_, number) => webhook(event, number === 0 ? rolled : signed(event))));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
    // The event's content is not trusted: billing asks the provider, where the subscription is still active.
    expect((await status(learner.token)).body).toEqual(before);
  });

  test('a webhook without a good signature is 400', async () => {
    const raw = JSON.stringify({ id: 'evt_1', type: 'customer.subscription.updated', data: { object: {} } });
    expect((await call('POST', '/subscription/webhook', { raw, headers: { 'content-type': 'application/json' } })).status).toBe(400);
    expect(
      (
        await call('POST', '/subscription/webhook', {
          raw,
          headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=00' },
        })
      ).status,
    ).toBe(400);
    expect(
      (await call('POST', '/subscription/webhook', { raw: 'x'.repeat(1_100_000), headers: { 'content-type': 'application/json' } })).status,
    ).toBe(413);
  });
});
