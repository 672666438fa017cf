import { freePlan, internalPaths, limitedResources, premiumPlan, Usage, type LimitedResource, type Limits } from '@lectern/contracts';
import { StoreUnavailableError } from '@lectern/document-store';
import type { BillingContext } from '../BillingContext.ts';
import { isPremiumLearner } from './getSubscriptionStatus.ts';

type Counts = Record<LimitedResource, number>;

const timeoutMs = 500;
/** The services that count resources. */
const owners = ['library', 'study'] as const;

async function readUsage({ call, log }: BillingContext, to: (typeof owners)[number], userId: string, requestId: string): Promise<Usage> {
  try {
    return await call({ to, path: internalPaths.usage(userId), answer: Usage, timeoutMs, requestId });
  } catch (error) {
    log('warn', 'usage.unknown', { requestId, upstream: to, error });
    return {};
  }
}

async function storeUsage(
  { store, deletedAccounts, log }: BillingContext,
  userId: string,
  usage: Counts,
  requestId: string,
): Promise<void> {
  try {
    await store.usages.upsert({ _id: userId, ...usage });
    // The account may have been deleted since.
    if (await deletedAccounts.has(userId)) await store.usages.delete(userId);
  } catch (error) {
    // A read must not fail on a full disk: the counts are stored the next time.
    if (!(error instanceof StoreUnavailableError)) throw error;
    log('warn', 'usage.not-noted', { requestId, error });
  }
}

/** Returns a learner's usage. Falls back to the last known counts of a service that does not answer in time. */
async function usageOf(billing: BillingContext, userId: string, requestId: string): Promise<Counts> {
  const lastKnown = await billing.store.usages.get(userId);
  const answers = await Promise.all(owners.map((to) => readUsage(billing, to, userId, requestId)));
  const { studyMaterials = 0, folders = 0, flashcards = 0, quizzes = 0 } = Object.assign({}, lastKnown, ...answers) as Usage;
  const usage = { studyMaterials, folders, flashcards, quizzes };
  if (limitedResources.some((resource) => lastKnown?.[resource] !== usage[resource])) await storeUsage(billing, userId, usage, requestId);
  return usage;
}

/** Returns the usage and limits of a learner. */
export async function getLimits(billing: BillingContext, userId: string, requestId: string): Promise<Limits> {
  const [isPremium, usage] = await Promise.all([isPremiumLearner(billing, userId), usageOf(billing, userId, requestId)]);
  const plan = isPremium ? premiumPlan : freePlan;
  const count = (resource: LimitedResource) => {
    const limit = plan.limits[resource];
    return { current: usage[resource], limit: limit ?? null, canCreate: limit === undefined || usage[resource] < limit };
  };
  return {
    isPremium,
    studyMaterials: count('studyMaterials'),
    folders: count('folders'),
    flashcards: { ...count('flashcards'), canRegenerate: plan.canRegenerate, cardsPerDeck: plan.cardsPerDeck ?? null },
    quizzes: {
      ...count('quizzes'),
      questionLimit: plan.questionLimit ?? null,
      canRegenerate: plan.canRegenerate,
      hasWeakAreaAnalysis: plan.canRegenerate,
    },
  };
}
