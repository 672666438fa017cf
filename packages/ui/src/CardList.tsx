import { useRef, type ReactNode } from 'react';
import { CardCell } from './CardCell';
import { CardGrid } from './CardGrid';
import { EmptyState, type EmptyStateProps } from './EmptyState';
import { useFocusAfterRemoval } from './useFocusAfterRemoval';

export interface CardListProps<Item extends { _id: string }> {
  /** The same array until an item comes, changes or goes. */
  items: readonly Item[];
  /** Draws a card in its cell of the grid. Memoize the card: a list may have thousands. */
  children: (item: Item) => ReactNode;
  /** There are no items at all. */
  empty: EmptyStateProps;
  /** There are items, but none that the search fits. */
  noMatch: Omit<EmptyStateProps, 'drawing'>;
  isSearching: boolean;
  /** What is shown is about to be replaced. */
  isBusy?: boolean;
}

/** Cards in a grid, or the empty state. When the card with the focus is removed, the focus goes to the next one. */
export const CardList = <Item extends { _id: string }>(props: CardListProps<Item>): ReactNode => {
  const { items, children, empty, noMatch, isSearching, isBusy = false } = props;
  const region = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const onFocus = useFocusAfterRemoval(items, { region, list });
  const none = isSearching ? <EmptyState drawing="search" {...noMatch} /> : <EmptyState {...empty} />;
  return (
    <div ref={region} tabIndex={-1}>
      {items.length === 0 ? (
        none
      ) : (
        <CardGrid aria-busy={isBusy} ref={list} onFocus={onFocus}>
          {items.map((item) => (
            <CardCell key={item._id}>{children(item)}</CardCell>
          ))}
        </CardGrid>
      )}
    </div>
  );
};
