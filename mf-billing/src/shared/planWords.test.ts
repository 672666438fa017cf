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

test('a running subscription is active until its next billing date', () => {
  expect(planView(subscription({}), now)).toEqual({
    isPremium: true,
    badge: { text: 'Active', tone: 'success' },
    date: { label: 'Next billing date', time: endDate },
    canManage: true,
  });
});

test('one that is to end reads canceled, and premium goes on until then by the clock', () => {
  const ending = subscription({ cancelAtPeriodEnd: true });
  expect(planView(ending, now)).toMatchObject({
    isPremium: true,
    badge: { text: 'Canceled' },
    date: { label: 'Access until', time: endDate },
    canManage: true,
  });
  expect(planView(ending, new Date('2026-03-21T00:00:00.000Z'))).toMatchObject({ isPremium: false, canManage: false });
});

test('one that ended is canceled and may be bought again', () => {
  expect(planView(subscription({ subscriptionTier: 'free', subscriptionStatus: 'canceled' }), now)).toMatchObject({
    isPremium: false,
    badge: { text: 'Canceled', tone: 'neutral' },
    date: { label: 'Access until', time: endDate },
    canManage: false,
  });
});

test('past due is not premium, and is settled at the payment provider', () => {
  expect(planView(subscription({ subscriptionStatus: 'past_due' }), now)).toMatchObject({
    isPremium: false,
    badge: { text: 'Past due', tone: 'warning' },
    canManage: true,
  });
});

test('never subscribed is free, and other words are shown neutrally', () => {
  const never = subscription({ subscriptionTier: 'free', subscriptionStatus: null, subscriptionEndDate: null });
  expect(planView(never, now)).toEqual({ isPremium: false, badge: { text: 'Free', tone: 'neutral' }, date: undefined, canManage: false });
  expect(planView(subscription({ subscriptionStatus: 'incomplete_expired' }), now)).toMatchObject({
    badge: { text: 'Incomplete expired', tone: 'neutral' },
    date: undefined,
  });
});
