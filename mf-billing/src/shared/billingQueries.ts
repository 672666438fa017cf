import { calls } from '@lectern/contracts';
import { call, queryClient, queryKeys, refreshLimits } from '@lectern/platform';
import { useQuery } from '@lectern/platform/query';

export const useSubscription = () =>
  useQuery({
    queryKey: queryKeys.subscription,
    queryFn: ({ signal }) => call(calls.getSubscriptionStatus, { signal }),
    // A learner who returns from the payment page must see its result.
    staleTime: 0,
  });

/** Call it after a change of plan. Refetches subscription and limits wherever they are shown. */
export const refreshPlan = async (): Promise<void> => {
  await Promise.all([queryClient.invalidateQueries({ queryKey: queryKeys.subscription }), refreshLimits()]);
};
