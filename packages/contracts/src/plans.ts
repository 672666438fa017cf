import type { SubscriptionTier } from './subscription.ts';

/** The kinds of resources that a plan limits. */
export const limitedResources = ['studyMaterials', 'folders', 'flashcards', 'quizzes'] as const;
export type LimitedResource = (typeof limitedResources)[number];

/** The limits of a plan; `undefined` is unlimited. No other file has these numbers. */
export interface Plan {
  tier: SubscriptionTier;
  limits: Record<LimitedResource, number | undefined>;
  /** Most questions of a quiz, and how many a new one asks for. */
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

/** The fewest questions or cards that a learner may ask for. */
export const fewestAsked = 5;

/** The most guides that a quiz or deck is made from. */
export const mostGuides = 20;

/** Cards that "Generate New Cards" asks for. */
export const newCardsAsked = 10;

/** Dollars a month, as shown. */
export const premiumPrice = '$9.99';

/**
 * Premium means tier premium and status active. A cancelled subscription is premium until its end by the clock, whether or not an
 * event reported the end.
 */
export const isPremium = (
  plan: { tier: SubscriptionTier; status: string | null; premiumUntil?: string | null | undefined },
  now: Date,
): boolean => plan.tier === 'premium' && plan.status === 'active' && (!plan.premiumUntil || now.getTime() < Date.parse(plan.premiumUntil));
