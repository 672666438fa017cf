import { freePlan, isPremium, premiumPlan, premiumPrice, type LimitedResource, type SubscriptionStatus } from '@lectern/contracts';
import type { Tone } from '@lectern/ui';

/** The kinds of items that a plan limits, with their display names, in display order. */
export const limitedResourceNames: Record<LimitedResource, string> = {
  studyMaterials: 'Study materials',
  flashcards: 'Flashcards',
  quizzes: 'Quizzes',
  folders: 'Folders',
};

/** In display order. */
export const shownResources = Object.keys(limitedResourceNames) as LimitedResource[];

const { limits, cardsPerDeck, questionLimit } = freePlan;

/** A row of the comparison. */
export interface PlanDifference {
  name: string;
  /** Undefined if the free plan does not include it. */
  free: string | undefined;
  premium: string;
}

/** The differences between the plans. Omits features that both plans have. */
export const planDifferences: readonly PlanDifference[] = [
  { name: 'Study guides', free: `${String(limits.studyMaterials)} study guides`, premium: 'Unlimited study guides' },
  {
    name: 'Quizzes',
    free: `${String(limits.quizzes)} quizzes (${String(questionLimit)} questions each)`,
    premium: `Unlimited quizzes (${String(premiumPlan.questionsAsked)} questions per new quiz)`,
  },
  {
    name: 'Flashcard decks',
    free: `${String(limits.flashcards)} flashcard decks (${String(cardsPerDeck)} cards each)`,
    premium: `Unlimited flashcard decks (${String(premiumPlan.cardsAsked)} cards per new deck)`,
  },
  { name: 'Folders', free: `${String(limits.folders)} folders`, premium: 'Unlimited folders' },
  { name: 'New questions', free: undefined, premium: 'New questions on your weak areas' },
  { name: 'New cards', free: undefined, premium: 'New cards for every deck' },
  { name: 'Progress', free: undefined, premium: 'Progress tracking for each guide' },
  { name: 'Support', free: undefined, premium: 'Priority support' },
];

export const premiumFeatures: readonly string[] = planDifferences.map(({ premium }) => premium);

export const premiumPriceLine = `${premiumPrice} per month, cancel anytime`;

/** Whether the learner has premium at `now`. A subscription that is canceled at the period's end lasts until its end date. */
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
  /** The labelled date, if any. */
  date: { label: 'Next billing date' | 'Access until'; time: string } | undefined;
  /** Whether the payment provider has a subscription to manage. The page then offers its billing portal instead of a new checkout. */
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

/** The view model of the subscription page. */
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
