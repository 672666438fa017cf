import type { SubscriptionStatus } from '@lectern/contracts';
import { planView } from './planWords';

const now = new Date('2026-03-01T00:00:00.000Z');
const endDate = '2026-03-20T00:00:00.000Z';

const subscription = (change: Partial<SubscriptionStatus>): SubscriptionStatus => ({
  subscriptionTier: 'premium',
  subscriptionStatus: 'active',
  subscriptionEndDate: endDate,
  stripeCustomerId: 'cus_1',
  stripeSubscriptionId: 'sub_1',
  cancelAtPeriodEnd: false,
  ...change,
});

test("§3 Subscription: status active shows 'Active' and the next billing date", () => {
  expect(planView(subscription({}), now)).toEqual({
    isPremium: true,
    badge: { text: 'Active', tone: 'success' },
    date: { label: 'Next billing date', time: endDate },
    canManage: true,
  });
});

test("§2 Subscription page: 'Access until' the end date when canceled; premium goes on until then by the clock", () => {
  const ending = subscription({ cancelAtPeriodEnd: true });
  expect(planView(ending, now)).toMatchObject({
    isPremium: true,
    badge: { text: 'Canceled' },
    date: { label: 'Access until', time: endDate },
    canManage: true,
  });
  expect(planView(ending, new Date('2026-03-21T00:00:00.000Z'))).toMatchObject({ isPremium: false, canManage: false });
});

test('§3 Subscription: status canceled that ended is free and may be bought again', () => {
  expect(planView(subscription({ subscriptionTier: 'free', subscriptionStatus: 'canceled' }), now)).toMatchObject({
    isPremium: false,
    badge: { text: 'Canceled', tone: 'neutral' },
    date: { label: 'Access until', time: endDate },
    canManage: false,
  });
});

test('§4 Premium: tier premium with status past_due is not premium; it is settled at the payment provider', () => {
  expect(planView(subscription({ subscriptionStatus: 'past_due' }), now)).toMatchObject({
    isPremium: false,
    badge: { text: 'Past due', tone: 'warning' },
    canManage: true,
  });
});

test('§3 Subscription: other statuses are displayed neutrally; never subscribed is free', () => {
  const never = subscription({ subscriptionTier: 'free', subscriptionStatus: null, subscriptionEndDate: null });
  expect(planView(never, now)).toEqual({ isPremium: false, badge: { text: 'Free', tone: 'neutral' }, date: undefined, canManage: false });
  expect(planView(subscription({ subscriptionStatus: 'incomplete_expired' }), now)).toMatchObject({
    badge: { text: 'Incomplete expired', tone: 'neutral' },
    date: undefined,
  });
});
