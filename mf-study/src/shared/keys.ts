/** Selectors that decide whether the screen or another element handles a key press. */

const typed = 'input:not([type="radio"]):not([type="checkbox"]), textarea, select, [contenteditable=""], [contenteditable="true"]';
const opened = '[role="dialog"], [role="alertdialog"], [role="menu"]';
const pressed = 'button, a[href], summary, [role="button"], [role="tab"], [role="menuitem"]';

const within = (event: KeyboardEvent, selector: string): boolean =>
  event.target instanceof Element && event.target.closest(selector) !== null;

/** Whether the screen may handle the key: no focused text field, no open dialog or menu, no modifier or input method. */
export const isFreeKey = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.isComposing &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !within(event, typed) &&
  document.querySelector(opened) === null;

/** Whether the key is Space, outside elements that handle it themselves. Callers must prevent the page from scrolling. */
export const isFreeSpace = (event: KeyboardEvent): boolean => event.key === ' ' && !within(event, `${pressed}, input`);

/** Whether the focused element handles Space and Enter itself. */
export const isOnControl = (event: KeyboardEvent): boolean => within(event, pressed);
