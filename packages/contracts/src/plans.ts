import type { SubscriptionTier } from './subscription.ts';

/** The kinds of resources that a plan limits. */
export const limitedResources = ['studyMaterials', 'folders', 'flashcards', 'quizzes'] as const;
export type LimitedResource = (typeof limitedResources)[number];

/** The limits of a plan; `undefined` means unlimited. Defined only in this file. */
export interface Plan {
  tier: SubscriptionTier;
  limits: Record<LimitedResource, number | undefined>;
  /** The maximum number of questions in a quiz, and the default for a new one. */
  questionLimit: number | undefined;
  questionsAsked: number;
  cardsPerDeck: number | undefined;
  cardsAsked: number;
  canRegenerate: boolean;
}

export const freePlan: Plan = {
  tier: 'free',
  limits: { studyMaterials: 5, folders: 2, flashcards: 5, quizzes: 5 },
  questionLimit: 10,
  questionsAsked: 10,
  cardsPerDeck: 20,
  cardsAsked: 20,
  canRegenerate: false,
};

export const premiumPlan: Plan = {
  tier: 'premium',
  limits: { studyMaterials: undefined, folders: undefined, flashcards: undefined, quizzes: undefined },
  questionLimit: undefined,
  questionsAsked: 20,
  cardsPerDeck: undefined,
  cardsAsked: 30,
  canRegenerate: true,
};

/** The minimum number of questions or cards that a learner may request. */
export const fewestAsked = 5;

/** The maximum number of guides for one quiz or deck. */
export const mostGuides = 20;

/** The number of cards that "Generate New Cards" requests. */
export const newCardsAsked = 10;

/** The price per month in US dollars, as displayed. */
export const premiumPrice = '$9.99';

/**
 * Returns whether a subscription is premium: tier premium and status active. A cancelled subscription stays premium until its end date, whether
 * or not an event has reported the end.
 */
export const isPremium = (
  plan: { tier: SubscriptionTier; status: string | null; premiumUntil?: string | null | undefined },
  now: Date,
): boolean => plan.tier === 'premium' && plan.status === 'active' && (!plan.premiumUntil || now.getTime() < Date.parse(plan.premiumUntil));
