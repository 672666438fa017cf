// A facade, as the router's: the shell shares TanStack Query with all remotes, and what is shared is not tree-shaken.
export {
  QueryClient,
  QueryClientProvider,
  useInfiniteQuery,
  useMutation,
  useMutationState,
  useQueries,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryKey,
  type UseQueryResult,
} from '@tanstack/react-query';
