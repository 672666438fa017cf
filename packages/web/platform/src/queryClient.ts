import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './ApiError';
import { whenLearnerChanges } from './learnerChanges';
import { queryClientAtom } from './QueryCache';
import { platformStore } from './store';

const isWorthRepeating = (error: unknown): boolean => !(error instanceof ApiError) || error.isNetwork || error.status >= 500;

/** Creates a client that retries reads once after a lost connection or a 5xx, and never after a 4xx. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        // The page offers "Try again" itself. Waiting until the browser reports that it is online would leave a spinner.
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && isWorthRepeating(error),
        retryDelay: 600,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });

/** The query cache that the shell and all remotes share. */
export const queryClient = createQueryClient();
platformStore.set(queryClientAtom, queryClient);
whenLearnerChanges(() => {
  queryClient.clear();
});

/** Query keys shared by all remotes, so that a change by one remote reaches the lists of another. Put filters after the first part. */
export const queryKeys = {
  user: ['user'],
  limits: ['limits'],
  subscription: ['subscription'],
  studyMaterials: ['study-materials'],
  folders: ['folders'],
  quizzes: ['quizzes'],
  flashcards: ['flashcards'],
  mastery: ['mastery'],
} as const;
