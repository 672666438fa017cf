import { useRef, type ReactNode } from 'react';
import { CardBlocks } from './CardBlocks';
import { EmptyState, type EmptyStateProps } from './EmptyState';
import { useFocusAfterRemoval } from './useFocusAfterRemoval';

export interface CardListProps<Item extends { _id: string }> {
  /** The same array until an item comes, changes or goes. */
  items: readonly Item[];
  /** Draws a card in its cell of the grid. Memoize the card: a list may have thousands. */
  children: (item: Item) => ReactNode;
  /** There are no items at all. */
  empty: EmptyStateProps;
  /** There are items, but none that matches the search. */
  noMatch: Omit<EmptyStateProps, 'drawing'>;
  isSearching: boolean;
  /** What is shown is about to be replaced. */
  isBusy?: boolean;
}

const idOf = ({ _id }: { _id: string }): string => _id;

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
        <CardBlocks items={items} idOf={idOf} aria-busy={isBusy} ref={list} onFocus={onFocus}>
          {children}
        </CardBlocks>
      )}
    </div>
  );
};
