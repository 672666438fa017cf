import { countedThings, freePlan, internalPaths, premiumPlan, Usage, type CountedThing, type Limits } from '@lectern/contracts';
import { StoreUnavailableError, type DocumentStore } from '@lectern/document-store';
import type { DeletedAccounts, InternalClient, Log } from '@lectern/service-kit';
import { usagesCollection } from '../store.ts';
import type { Subscriptions } from './createSubscriptions.ts';

const timeoutMs = 500;
const owners = ['library', 'study'] as const;

/** The usage and limits of a learner. For a service that does not answer in time, its last known counts are used. */
export function createLimits({
  store,
  subscriptions,
  deletedAccounts,
  call,
  log,
}: {
  store: DocumentStore;
  subscriptions: Subscriptions;
  deletedAccounts: DeletedAccounts;
  call: InternalClient;
  log: Log;
}) {
  const usages = store.collection(usagesCollection);

  const usageOf = async (userId: string, requestId: string): Promise<Record<CountedThing, number>> => {
    const known = await usages.get(userId);
    const answers = await Promise.all(
      owners.map(async (to) => {
        try {
          return await call({ to, path: internalPaths.usage(userId), answer: Usage, timeoutMs, requestId });
        } catch (error) {
          log('warn', 'usage.unknown', { requestId, upstream: to, error });
          return {};
        }
      }),
    );
    const { studyMaterials = 0, folders = 0, flashcards = 0, quizzes = 0 } = Object.assign({}, known, ...answers) as Usage;
    const usage = { studyMaterials, folders, flashcards, quizzes };
    const isNew = countedThings.some((thing) => known?.[thing] !== usage[thing]);
    if (isNew)
      try {
        await usages.upsert({ _id: userId, ...usage });
        // The account may have been deleted meanwhile.
        if (await deletedAccounts.has(userId)) await usages.delete(userId);
      } catch (error) {
        // A read must not fail on a full disk: the counts are stored the next time.
        if (!(error instanceof StoreUnavailableError)) throw error;
        log('warn', 'usage.not-noted', { requestId, error });
      }
    return usage;
  };

  return {
    async limits(userId: string, requestId: string): Promise<Limits> {
      const [isPremium, usage] = await Promise.all([subscriptions.isPremium(userId), usageOf(userId, requestId)]);
      const plan = isPremium ? premiumPlan : freePlan;
      const count = (thing: CountedThing) => {
        const limit = plan.limits[thing];
        return { current: usage[thing], limit: limit ?? null, canCreate: limit === undefined || usage[thing] < limit };
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
