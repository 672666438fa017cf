import { freePlan, type LimitedResource, type Limits } from '@lectern/contracts';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { call, loadOwnCalls } from './httpClient';
import { queryClient, queryKeys } from './queryClient';
import { useSession } from './session';
import { openUpgradeModal } from './upgradeModal';
import { finishDeletions, hasWaitingDeletions } from './useDeferredDeletion';

const query = {
  queryKey: queryKeys.limits,
  queryFn: async ({ signal }: { signal: AbortSignal }) => call((await loadOwnCalls()).getLimits, { signal }),
};

const itemNames: Record<LimitedResource, string> = {
  studyMaterials: 'study guides',
  folders: 'folders',
  quizzes: 'quizzes',
  flashcards: 'flashcard decks',
};

/** Why the upgrade modal opens at a limit. */
export const limitReason = (thing: LimitedResource, limit: number): string =>
  `You have ${String(limit)} ${itemNames[thing]}, the most that the free plan includes. Delete one, or upgrade to make more.`;

/** Current is at or above the limit and the learner is not premium. False until the server has answered. */
const isFull = (limits: Limits | undefined, thing: LimitedResource): boolean =>
  limits?.isPremium === false && limits[thing].limit !== null && limits[thing].current >= limits[thing].limit;

/** What was deleted a moment ago may still wait for "Undo"; once it is gone, there may be room. */
const hasRoomAfterDeletions = async (thing: LimitedResource): Promise<boolean> => {
  await finishDeletions();
  await refreshLimits();
  return !isFull(queryClient.getQueryData<Limits>(queryKeys.limits), thing);
};

export interface LimitsView {
  /** Undefined until the server has answered. */
  limits: Limits | undefined;
  isPremium: boolean;
  /** The limit for one kind of item; undefined when unlimited, the free plan's limit until the server has answered. */
  limitOf: (thing: LimitedResource) => number | undefined;
  /** Current is at or above the limit and the learner is not premium. */
  isAtLimit: (thing: LimitedResource) => boolean;
  /** The sentence of the upgrade modal at this limit. */
  reasonOf: (thing: LimitedResource) => string;
  /** Runs the action, or opens the upgrade modal with the reason when the learner is at the limit. */
  unlessAtLimit: (thing: LimitedResource, action: () => void) => void;
  query: UseQueryResult<Limits>;
}

/** The learner's usage and limits. */
export const useLimits = (): LimitsView => {
  const { isAuthenticated } = useSession();
  const result = useQuery({ ...query, enabled: isAuthenticated });
  const limits = result.data;
  const isPremium = limits?.isPremium ?? false;
  const limitOf = (thing: LimitedResource): number | undefined => (limits ? (limits[thing].limit ?? undefined) : freePlan.limits[thing]);
  const isAtLimit = (thing: LimitedResource): boolean => isFull(limits, thing);
  const reasonOf = (thing: LimitedResource): string => limitReason(thing, limitOf(thing) ?? 0);
  const unlessAtLimit = (thing: LimitedResource, action: () => void): void => {
    const refuse = (): void => {
      openUpgradeModal(reasonOf(thing));
    };
    if (!isAtLimit(thing)) action();
    else if (hasWaitingDeletions()) void hasRoomAfterDeletions(thing).then((hasRoom) => (hasRoom ? action() : refuse()));
    else refuse();
  };
  return { limits, isPremium, limitOf, isAtLimit, reasonOf, unlessAtLimit, query: result };
};

/** Call it after an item was created or deleted, and after a change of plan. */
export const refreshLimits = (): Promise<void> => queryClient.invalidateQueries({ queryKey: queryKeys.limits });
