/** Waits for a closing dialog, which tries to return the focus to the element that opened it. Milliseconds. */
const settleMs = 60;

/** Moves the focus to `next` if the focused element was removed. */
export const focusIfLost = (next: () => HTMLElement | null | undefined): void => {
  setTimeout(() => {
    if (document.activeElement === null || document.activeElement === document.body) next()?.focus();
  }, settleMs);
};
