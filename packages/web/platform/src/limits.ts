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

/** The reason that the upgrade modal shows at a limit. */
export const limitReason = (thing: LimitedResource, limit: number): string =>
  `You have ${String(limit)} ${itemNames[thing]}, the most that the free plan includes. Delete one, or upgrade to make more.`;

/** Whether usage is at or above the limit and the learner is not premium. False until the server has responded. */
const isFull = (limits: Limits | undefined, thing: LimitedResource): boolean =>
  limits?.isPremium === false && limits[thing].limit !== null && limits[thing].current >= limits[thing].limit;

/** Carries out the deletions that wait for "Undo". Resolves to whether the learner is then below the limit. */
const hasRoomAfterDeletions = async (thing: LimitedResource): Promise<boolean> => {
  await finishDeletions();
  await refreshLimits();
  return !isFull(queryClient.getQueryData<Limits>(queryKeys.limits), thing);
};

export interface LimitsView {
  /** Undefined until the server has responded. */
  limits: Limits | undefined;
  isPremium: boolean;
  /** The limit for one kind of item. Undefined if unlimited; the free plan's limit until the server has responded. */
  limitOf: (thing: LimitedResource) => number | undefined;
  /** Whether usage is at or above the limit and the learner is not premium. */
  isAtLimit: (thing: LimitedResource) => boolean;
  /** The upgrade modal's sentence at this limit. */
  reasonOf: (thing: LimitedResource) => string;
  /** Runs the action, or opens the upgrade modal with the reason if the learner is at the limit. */
  unlessAtLimit: (thing: LimitedResource, action: () => void) => void;
  query: UseQueryResult<Limits>;
}

/**
 * The learner's usage and limits.
 *
 * @example
 * const { unlessAtLimit } = useLimits();
 * return <Button onClick={() => unlessAtLimit('folders', () => setIsCreating(true))}>Create Folder</Button>;
 */
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

/** Refetches the limits. Call it after an item was created or deleted, and after a change of plan. */
export const refreshLimits = (): Promise<void> => queryClient.invalidateQueries({ queryKey: queryKeys.limits });
