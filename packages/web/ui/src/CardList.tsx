import { useRef, type ReactNode } from 'react';
import { CardBlocks } from './CardBlocks';
import { EmptyState, type EmptyStateProps } from './EmptyState';
import { useFocusAfterRemoval } from './useFocusAfterRemoval';

export interface CardListProps<Item extends { _id: string }> {
  /** Must be the same array until an item is added, changed or removed. */
  items: readonly Item[];
  /** Renders a card in its cell of the grid. Memoise the card, because a list may have thousands. */
  children: (item: Item) => ReactNode;
  /** Shown if there are no items at all. */
  empty: EmptyStateProps;
  /** Shown if no item matches the search. */
  noMatch: Omit<EmptyStateProps, 'drawing'>;
  isSearching: boolean;
  /** The shown items are about to be replaced. */
  isBusy?: boolean;
}

const idOf = ({ _id }: { _id: string }): string => _id;

/** Cards in a grid, or the empty state. If the focused card is removed, the focus moves to the next one. */
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
