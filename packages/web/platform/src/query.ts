// A facade that lists the exports in use: TanStack Query is a shared module, and shared modules are not tree-shaken.
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
