import type { ReactNode } from 'react';
import { CardList, type CardListProps } from './CardList';
import { ErrorState } from './ErrorState';
import { LoadMore, type LoadMoreProps } from './LoadMore';

export interface ListViewProps<Item extends { _id: string }> extends Omit<CardListProps<Item>, 'isBusy'> {
  /** An infinite query. */
  query: LoadMoreProps['query'] & {
    isPending: boolean;
    isFetching: boolean;
    /** The shown items are the results of the previous search. */
    isPlaceholderData: boolean;
    isError: boolean;
    refetch: () => Promise<unknown>;
  };
  /** Skeletons in the shape of the cards. */
  loading: ReactNode;
  /** Shown if nothing could be read. `view` replaces the sentence and its button. */
  error: { text: string; retryLabel?: string; view?: ReactNode };
}

/**
 * A list that is read page by page, in its five states: loading, error, empty, no match, full.
 *
 * @example
 * ```tsx
 * <ListView
 *   query={query} items={items} isSearching={q !== ''} loading={<CardGridSkeleton label="Loading folders" lines={2} />}
 *   error={{ text: errorText(query.error, 'Error loading folders') }}
 *   empty={{ drawing: 'folder', children: 'Keep the guides of a course together.' }}
 *   noMatch={{ children: 'No folder name contains this text.' }}
 * >
 *   {(folder) => <FolderCard folder={folder} onRename={setRenamed} onDelete={onDelete} />}
 * </ListView>
 * ```
 */
export const ListView = <Item extends { _id: string }>({ query, loading, error, ...list }: ListViewProps<Item>): ReactNode => {
  const hasNone = list.items.length === 0;
  // An empty result of the previous search must not be shown as the result of this one.
  if (query.isPending || (query.isPlaceholderData && hasNone)) return loading;
  if (query.isError && hasNone)
    return (
      error.view ?? (
        <ErrorState
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
          {...(error.retryLabel !== undefined && { retryLabel: error.retryLabel })}
        >
          {error.text}
        </ErrorState>
      )
    );
  return (
    <>
      <CardList {...list} isBusy={query.isPlaceholderData} />
      {/* Placeholder data has no next page. */}
      {!query.isPlaceholderData && !hasNone && <LoadMore query={query} />}
    </>
  );
};
