import { expect, test } from '@playwright/test';
import { call, makePremium, newLearner } from '../../support/api.ts';

const status = (token: string) => call('GET', '/subscription/status', { token });
const portal = async (token: string, action: string): Promise<void> => {
  const { url } = (await call('POST', '/subscription/portal', { token, body: {} })).body as { url: string };
  await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ action }) });
};

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

  test('checkout, premium within 2 s everywhere, cancelled, resumed, ended, paid again', async () => {
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
      await expect
        .poll(async () => (await call('POST', '/folders', { token, body: { name: `Folder ${index}` } })).status, { timeout: 2_000 })
        .toBe(201);

    await portal(token, 'cancel');
    await expect
      .poll(async () => (await status(token)).body, { timeout: 3_000 })
      .toMatchObject({
        subscriptionTier: 'premium',
        subscriptionStatus: 'active',
        cancelAtPeriodEnd: true,
        subscriptionEndDate: expect.any(String),
      });
    expect((await call('POST', '/subscription/upgrade', { token, body: {} })).body).toEqual({ status: 'active' });
    expect((await status(token)).body.cancelAtPeriodEnd).toBe(false);

    await portal(token, 'fail');
    await expect.poll(async () => (await status(token)).body.subscriptionStatus, { timeout: 3_000 }).toBe('past_due');
    expect((await call('GET', '/subscription/limits', { token })).body.isPremium).toBe(false);
    await portal(token, 'pay');
    await expect.poll(async () => (await status(token)).body.subscriptionStatus, { timeout: 3_000 }).toBe('active');

    await portal(token, 'cancel');
    await expect.poll(async () => (await status(token)).body.cancelAtPeriodEnd, { timeout: 3_000 }).toBe(true);
    await portal(token, 'advance');
    await expect
      .poll(async () => (await status(token)).body, { timeout: 3_000 })
      .toMatchObject({ subscriptionTier: 'free', subscriptionStatus: 'canceled', cancelAtPeriodEnd: false });
    // What is over the free limits stays readable; only creating is refused.
    expect((await call('GET', '/folders', { token })).body).toHaveLength(3);
    await expect
      .poll(async () => (await call('POST', '/folders', { token, body: { name: 'One more' } })).status, { timeout: 2_000 })
      .toBe(403);
    await makePremium(learner);
    expect((await status(token)).body.subscriptionTier).toBe('premium');
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
