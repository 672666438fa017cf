/** Calls `act` once, when the visitor first moves the pointer, presses, or types. */
export const whenUsed = (act: () => void): void => {
  const controller = new AbortController();
  const use = (event: Event): void => {
    // Browsers also report a move if the page changes below a resting pointer.
    if (event instanceof MouseEvent && event.type === 'pointermove' && event.movementX === 0 && event.movementY === 0) return;
    controller.abort();
    act();
  };
  for (const name of ['pointermove', 'pointerdown', 'keydown']) addEventListener(name, use, { signal: controller.signal });
};
