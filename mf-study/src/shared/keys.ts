/** Keys that belong to a screen are left alone where something else is to have them. */

const typed = 'input:not([type="radio"]):not([type="checkbox"]), textarea, select, [contenteditable=""], [contenteditable="true"]';
const opened = '[role="dialog"], [role="alertdialog"], [role="menu"]';
const pressed = 'button, a[href], summary, [role="button"], [role="tab"], [role="menuitem"]';

const within = (event: KeyboardEvent, selector: string): boolean =>
  event.target instanceof Element && event.target.closest(selector) !== null;

/** The key is free for the screen: nobody types, no dialog or menu is open, no modifier is held, no input method is composing. */
export const isFreeKey = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !event.isComposing &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !within(event, typed) &&
  document.querySelector(opened) === null;

/** The key went to something that Space and Enter press by themselves. */
export const isOnControl = (event: KeyboardEvent): boolean => within(event, pressed);
