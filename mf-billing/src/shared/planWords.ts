import { freePlan, isPremium, premiumPrice, type LimitedResource, type SubscriptionStatus } from '@lectern/contracts';
import type { Tone } from '@lectern/ui';

/** The kinds of items that a plan limits, with the specification's names, in the order in which they are shown. */
export const limitedResourceNames: Record<LimitedResource, string> = {
  studyMaterials: 'Study materials',
  flashcards: 'Flashcards',
  quizzes: 'Quizzes',
  folders: 'Folders',
};

/** In the order they are shown. */
export const shownResources = Object.keys(limitedResourceNames) as LimitedResource[];

const { limits, cardsPerDeck, questionLimit } = freePlan;

export const freeFeatures: readonly string[] = [
  `${String(limits.studyMaterials)} study guides`,
  `${String(limits.flashcards)} flashcard decks (${String(cardsPerDeck)} cards each)`,
  `${String(limits.quizzes)} quizzes (${String(questionLimit)} questions each)`,
  `${String(limits.folders)} folders`,
];

export const premiumFeatures: readonly string[] = [
  'Unlimited study guides, flashcard decks, quizzes and folders',
  'New questions on your weak areas',
  'New cards for every deck',
  'Progress tracking for each guide',
  'Custom styles',
  'Priority support',
];

export const premiumPriceLine = `${premiumPrice} per month, cancel anytime`;

/** Whether the learner has premium at this time; a canceled subscription has an end. */
export const hasPremium = (subscription: SubscriptionStatus, now: Date): boolean =>
  isPremium(
    {
      tier: subscription.subscriptionTier,
      status: subscription.subscriptionStatus,
      premiumUntil: subscription.cancelAtPeriodEnd ? subscription.subscriptionEndDate : null,
    },
    now,
  );

export interface PlanView {
  isPremium: boolean;
  badge: { text: string; tone: Tone };
  /** The line with the date; undefined without one. */
  date: { label: 'Next billing date' | 'Access until'; time: string } | undefined;
  /** There is something to manage at the payment provider, so no new checkout. */
  canManage: boolean;
}

/** 'incomplete_expired' → 'Incomplete expired' */
const inWords = (status: string): string => {
  const words = status.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const badgeOf = (status: string | null, isEnding: boolean): PlanView['badge'] => {
  if (status === 'canceled' || isEnding) return { text: 'Canceled', tone: 'neutral' };
  if (status === 'active') return { text: 'Active', tone: 'success' };
  if (status === 'past_due') return { text: 'Past due', tone: 'warning' };
  return { text: status ? inWords(status) : 'Free', tone: 'neutral' };
};

/** What the subscription page says about a subscription (specification section 2, contract section 2). */
export const planView = (subscription: SubscriptionStatus, now: Date): PlanView => {
  const { subscriptionStatus: status, subscriptionEndDate: endDate, cancelAtPeriodEnd } = subscription;
  const premium = hasPremium(subscription, now);
  const isEnding = cancelAtPeriodEnd && status === 'active';
  const isCanceled = status === 'canceled' || isEnding;
  const isRenewing = status === 'active' || status === 'past_due';
  return {
    isPremium: premium,
    badge: badgeOf(status, isEnding),
    date:
      endDate !== null && (isCanceled || isRenewing)
        ? { label: isCanceled ? 'Access until' : 'Next billing date', time: endDate }
        : undefined,
    canManage: premium || status === 'past_due',
  };
};
