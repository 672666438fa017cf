import * as z from '@lectern/contracts/schema';
import { Time } from './primitives.ts';

export const SubscriptionTier = z.enum(['free', 'premium']);
export type SubscriptionTier = z.infer<typeof SubscriptionTier>;

/** The status at Stripe; `null` before the first subscription. Statuses without a badge are shown unchanged. */
export const SubscriptionStatusWord = z.nullable(z.string());

export const SubscriptionStatus = z.object({
  subscriptionTier: SubscriptionTier,
  subscriptionStatus: SubscriptionStatusWord,
  subscriptionEndDate: z.nullable(Time),
  stripeCustomerId: z.nullable(z.string()),
  stripeSubscriptionId: z.nullable(z.string()),
  cancelAtPeriodEnd: z.boolean(),
});
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

const Count = z.object({ current: z.int(), limit: z.nullable(z.int()), canCreate: z.boolean() });

/** A learner's usage and limits; `null` means unlimited. */
export const Limits = z.object({
  isPremium: z.boolean(),
  studyMaterials: Count,
  folders: Count,
  flashcards: z.extend(Count, { canRegenerate: z.boolean(), cardsPerDeck: z.nullable(z.int()) }),
  quizzes: z.extend(Count, { questionLimit: z.nullable(z.int()), canRegenerate: z.boolean(), hasWeakAreaAnalysis: z.boolean() }),
});
export type Limits = z.infer<typeof Limits>;
