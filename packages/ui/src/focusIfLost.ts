/** Milliseconds. A dialog that closes returns the focus to what opened it, also when that is gone; this waits for it. */
const settleMs = 60;

/** Where the focus went to nothing because its element was removed, it goes on to `next`. */
export const focusIfLost = (next: () => HTMLElement | null | undefined): void => {
  setTimeout(() => {
    if (document.activeElement === null || document.activeElement === document.body) next()?.focus();
  }, settleMs);
};
