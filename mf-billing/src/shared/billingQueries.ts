import { calls } from '@lectern/contracts';
import { call, queryClient, queryKeys, refreshLimits } from '@lectern/platform';
import { useQuery } from '@lectern/platform/query';

export const useSubscription = () =>
  useQuery({
    queryKey: queryKeys.subscription,
    queryFn: ({ signal }) => call(calls.getSubscriptionStatus, { signal }),
    // A learner who comes back from the payment page has to see what happened there.
    staleTime: 0,
  });

/** After a change of plan: what the learner has and may have is read again, here and wherever it shows. */
export const refreshPlan = async (): Promise<void> => {
  await Promise.all([queryClient.invalidateQueries({ queryKey: queryKeys.subscription }), refreshLimits()]);
};
