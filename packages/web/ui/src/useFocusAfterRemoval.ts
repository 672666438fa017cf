import { useEffect, useRef, type FocusEvent, type RefObject } from 'react';
import { cardCellsOf, cardCellWith } from './CardBlocks';
import { focusIfLost } from './focusIfLost';

export interface FocusPlaces {
  /** The element around the list. Needs `tabIndex={-1}`. */
  region: RefObject<HTMLElement | null>;
  /** The element that contains the blocks of items. */
  list: RefObject<HTMLElement | null>;
}

const controlsOf = (cell: Element | undefined): HTMLElement[] => [...(cell?.querySelectorAll<HTMLElement>('a[href], button') ?? [])];

/** The last focused item and control. */
interface Focused {
  id: string;
  element: Element;
  /** The control's index among the links and buttons of the cell. */
  control: number;
}

/**
 * Keeps the focus in a list: if the focused item is removed, the item that moves up gets the focus. If none is left, the tab panel around
 * the list gets it, or the region itself. An item that moved to another block was rendered anew and is focused again.
 *
 * @param items must be the same array until an item is added or removed
 * @returns the list's `onFocus`
 * @example
 * ```tsx
 * const onFocus = useFocusAfterRemoval(items, { region, list });
 * return (
 *   <div ref={region} tabIndex={-1}>
 *     <CardBlocks items={items} idOf={idOf} ref={list} onFocus={onFocus}>{children}</CardBlocks>
 *   </div>
 * );
 * ```
 */
export const useFocusAfterRemoval = (items: readonly { _id: string }[], { region, list }: FocusPlaces): ((event: FocusEvent) => void) => {
  const focused = useRef<Focused>(undefined);
  const itemsBefore = useRef(items);
  useEffect(() => {
    const before = itemsBefore.current;
    itemsBefore.current = items;
    if (!focused.current) return;
    const { id, element, control } = focused.current;
    const place = items.findIndex(({ _id }) => _id === id);
    if (place >= 0) {
      if (!element.isConnected) focusIfLost(() => controlsOf(cardCellsOf(list.current)[place])[control]);
      return;
    }
    const placeBefore = before.findIndex(({ _id }) => _id === id);
    if (placeBefore < 0) return;
    focusIfLost(() => {
      const cells = cardCellsOf(list.current);
      const [next] = controlsOf(cells[Math.min(placeBefore, cells.length - 1)]);
      return next ?? region.current?.closest<HTMLElement>('[role=tabpanel]') ?? region.current;
    });
  }, [items, region, list]);
  return ({ target }) => {
    // The entries of an item's menu are rendered elsewhere. The button that opened the menu is inside the item.
    const found = cardCellWith(list.current, target);
    const id = found && items[found.place]?._id;
    if (id === undefined) return;
    const control = controlsOf(found?.cell).findIndex((one) => one === target);
    focused.current = { id, element: target, control: Math.max(0, control) };
  };
};
