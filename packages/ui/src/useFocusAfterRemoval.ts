import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';
import { focusIfLost } from './focusIfLost';

export interface FocusPlaces {
  /** The element around the list; it has `tabIndex={-1}`. */
  region: RefObject<HTMLElement | null>;
  /** The element whose children are the items' elements, in the items' order. */
  list: RefObject<HTMLElement | null>;
}

/**
 * Keeps the focus in a list: when the item that had the focus is removed, the focus goes to the item that moved up. When none is left, it
 * goes to the tab panel around the list, or to the region itself.
 *
 * @param items the same array until an item comes or goes
 * @returns the list's `onFocus`
 */
export const useFocusAfterRemoval = (items: readonly { _id: string }[], { region, list }: FocusPlaces): ((event: FocusEvent) => void) => {
  const focusedId = useRef<string>(undefined);
  const itemsBefore = useRef(items);
  useEffect(() => {
    const place = itemsBefore.current.findIndex(({ _id }) => _id === focusedId.current);
    itemsBefore.current = items;
    if (place < 0 || items.some(({ _id }) => _id === focusedId.current)) return;
    focusIfLost(() => {
      const elements = [...(list.current?.children ?? [])];
      const next = elements[Math.min(place, elements.length - 1)];
      const around = region.current?.closest<HTMLElement>('[role=tabpanel]') ?? region.current;
      return next?.querySelector<HTMLElement>('a[href], button') ?? around;
    });
  }, [items, region, list]);
  return ({ target }) => {
    const place = [...(list.current?.children ?? [])].findIndex((child) => child.contains(target));
    // The entries of an item's menu are rendered elsewhere. The button that opened the menu is inside the item.
    if (place >= 0) focusedId.current = items[place]?._id;
  };
};
