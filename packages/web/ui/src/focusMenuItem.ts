/** The gap between the focused entry and the edge of its menu. Pixels. */
const margin = 4;

/** Scrolls the menu around an entry until the entry is visible. The page does not scroll. */
export const revealMenuItem = (item: Element): void => {
  const menu = item.closest('[role=menu]');
  if (!menu) return;
  const frame = menu.getBoundingClientRect();
  const { top, bottom } = item.getBoundingClientRect();
  if (top < frame.top + margin) menu.scrollTop -= frame.top + margin - top;
  else if (bottom > frame.bottom - margin) menu.scrollTop += bottom - frame.bottom + margin;
};

/** Focuses an entry and scrolls it into view within its menu. */
export const focusMenuItem = (item: HTMLElement | undefined): void => {
  if (!item) return;
  item.focus({ preventScroll: true });
  revealMenuItem(item);
};
