/** Decides whether a screen or another element handles a key press. */

const typed = 'input:not([type="radio"]):not([type="checkbox"]), textarea, select, [contenteditable=""], [contenteditable="true"]';
const opened = '[role="dialog"], [role="alertdialog"], [role="menu"]';
const pressed = 'button, a[href], summary, [role="button"], [role="tab"], [role="menuitem"]';

const within = (event: KeyboardEvent, selector: string): boolean =>
  event.target instanceof Element && event.target.closest(selector) !== null;

/** The screen may handle the key: the focus is in no text field, no dialog or menu is open, no modifier or input method is in use. */
export const isFreeKey = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.isComposing &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !within(event, typed) &&
  document.querySelector(opened) === null;

/** Space, and the focus is on no element that handles it itself. Callers keep it from scrolling the page. */
export const isFreeSpace = (event: KeyboardEvent): boolean => event.key === ' ' && !within(event, `${pressed}, input`);

/** The focus is on an element that handles Space and Enter itself. */
export const isOnControl = (event: KeyboardEvent): boolean => within(event, pressed);
