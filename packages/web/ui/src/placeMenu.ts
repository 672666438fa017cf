/** The side of its button on which a menu stands when there is room. */
export type MenuSide = 'top' | 'bottom';

/** Between a menu and its button. Pixels. */
const gap = 4;
/** Between a menu and the edges of the window. Pixels. */
const margin = 12;
/** The greatest height of a menu; a longer one is scrolled. Pixels. */
const mostHeight = 420;

/**
 * Puts a menu, which has a fixed position, beside its button, their right edges in line. It changes sides when there is no room, and stays within
 * the window.
 */
export const placeMenu = (menu: HTMLElement, anchor: HTMLElement, side: MenuSide): void => {
  const { clientWidth, clientHeight } = document.documentElement;
  const { top, bottom, right } = anchor.getBoundingClientRect();
  const { scrollHeight, offsetWidth, offsetHeight, clientHeight: inner } = menu;
  // The full height with the border, without the maximum height of an earlier placement.
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

/** Whether a part of a button is in the window. */
export const isInWindow = (anchor: HTMLElement): boolean => {
  const { clientWidth, clientHeight } = document.documentElement;
  const { top, bottom, left, right } = anchor.getBoundingClientRect();
  return bottom >= 0 && top <= clientHeight && right >= 0 && left <= clientWidth;
};
