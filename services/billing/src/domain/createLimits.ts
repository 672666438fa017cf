import { limitedResources, freePlan, internalPaths, premiumPlan, Usage, type LimitedResource, type Limits } from '@lectern/contracts';
import { StoreUnavailableError, type DocumentStore } from '@lectern/document-store';
import type { DeletedAccounts, InternalClient, Log } from '@lectern/service-kit';
import { usagesCollection } from '../store.ts';
import type { Subscriptions } from './createSubscriptions.ts';

export interface UsageDependencies {
  store: DocumentStore;
  deletedAccounts: DeletedAccounts;
  call: InternalClient;
  log: Log;
}

export interface LimitsDependencies extends UsageDependencies {
  subscriptions: Pick<Subscriptions, 'isPremium'>;
}

type Counts = Record<LimitedResource, number>;

const timeoutMs = 500;
/** Services that count resources. */
const owners = ['library', 'study'] as const;

/** Reads a learner's usage. For a service that does not answer in time, its last known counts are used. */
function createUsage({ store, deletedAccounts, call, log }: UsageDependencies) {
  const usages = store.collection(usagesCollection);

  const ask = async (to: (typeof owners)[number], userId: string, requestId: string): Promise<Usage> => {
    try {
      return await call({ to, path: internalPaths.usage(userId), answer: Usage, timeoutMs, requestId });
    } catch (error) {
      log('warn', 'usage.unknown', { requestId, upstream: to, error });
      return {};
    }
  };

  const remember = async (userId: string, usage: Counts, requestId: string): Promise<void> => {
    try {
      await usages.upsert({ _id: userId, ...usage });
      // The account may have been deleted meanwhile.
      if (await deletedAccounts.has(userId)) await usages.delete(userId);
    } catch (error) {
      // A read must not fail on a full disk: the counts are stored the next time.
      if (!(error instanceof StoreUnavailableError)) throw error;
      log('warn', 'usage.not-noted', { requestId, error });
    }
  };

  return async (userId: string, requestId: string): Promise<Counts> => {
    const known = await usages.get(userId);
    const answers = await Promise.all(owners.map((to) => ask(to, userId, requestId)));
    const { studyMaterials = 0, folders = 0, flashcards = 0, quizzes = 0 } = Object.assign({}, known, ...answers) as Usage;
    const usage = { studyMaterials, folders, flashcards, quizzes };
    if (limitedResources.some((resource) => known?.[resource] !== usage[resource])) await remember(userId, usage, requestId);
    return usage;
  };
}

/** The usage and limits of a learner. */
export function createLimits({ subscriptions, ...dependencies }: LimitsDependencies) {
  const usageOf = createUsage(dependencies);
  return {
    async limits(userId: string, requestId: string): Promise<Limits> {
      const [isPremium, usage] = await Promise.all([subscriptions.isPremium(userId), usageOf(userId, requestId)]);
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
    },
  };
}
export type LimitsReader = ReturnType<typeof createLimits>;
