import { calls } from '@lectern/contracts';
import { call } from '@lectern/platform';
import { useQuery } from '@lectern/platform/query';

export const useSharedQuiz = (secret: string) =>
  useQuery({
    queryKey: ['shared', 'quiz', secret],
    queryFn: ({ signal }) => call(calls.showSharedQuiz, { path: { secret }, signal }),
    // Each read counts as an opening.
    staleTime: Infinity,
  });

export const useSharedDeck = (secret: string) =>
  useQuery({
    queryKey: ['shared', 'deck', secret],
    queryFn: ({ signal }) => call(calls.showSharedDeck, { path: { secret }, signal }),
    staleTime: Infinity,
  });
