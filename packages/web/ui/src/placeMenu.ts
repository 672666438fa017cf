/** The preferred side of the button. */
export type MenuSide = 'top' | 'bottom';

/** The gap between a menu and its button. Pixels. */
const gap = 4;
/** The gap between a menu and the edges of the window. Pixels. */
const margin = 12;
/** The maximum height of a menu; a longer one scrolls. Pixels. */
const mostHeight = 420;

/**
 * Positions a fixed menu next to its button, with the right edges aligned. Switches sides if it does not fit, and stays within the window.
 */
export const placeMenu = (menu: HTMLElement, anchor: HTMLElement, side: MenuSide): void => {
  const { clientWidth, clientHeight } = document.documentElement;
  const { top, bottom, right } = anchor.getBoundingClientRect();
  const { scrollHeight, offsetWidth, offsetHeight, clientHeight: inner } = menu;
  // The full height with the border, ignoring the maximum height of an earlier placement.
  const height = Math.min(scrollHeight + offsetHeight - inner, mostHeight);
  const room = { top: top - gap - margin, bottom: clientHeight - bottom - gap - margin };
  const other = side === 'top' ? 'bottom' : 'top';
  const chosen = room[side] >= height || room[side] >= room[other] ? side : other;
  Object.assign(menu.style, {
    top: chosen === 'bottom' ? `${String(bottom + gap)}px` : 'auto',
    bottom: chosen === 'top' ? `${String(clientHeight - top + gap)}px` : 'auto',
    right: `${String(Math.max(margin, Math.min(clientWidth - right, clientWidth - margin - offsetWidth)))}px`,
    maxHeight: `${String(Math.max(Math.min(room[chosen], mostHeight), 0))}px`,
  });
};

/** Whether any part of a button is in the window. */
export const isInWindow = (anchor: HTMLElement): boolean => {
  const { clientWidth, clientHeight } = document.documentElement;
  const { top, bottom, left, right } = anchor.getBoundingClientRect();
  return bottom >= 0 && top <= clientHeight && right >= 0 && left <= clientWidth;
};
