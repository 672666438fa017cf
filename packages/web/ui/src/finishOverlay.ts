/** The overlays on screen, each with the function that shows it as done. */
const shown = new Set<() => void>();

/** How long the done overlay stays. Milliseconds. */
const doneMs = 400;

/** Registers an overlay on screen. @returns a function that removes it */
export const registerOverlay = (showDone: () => void): (() => void) => {
  shown.add(showDone);
  return () => void shown.delete(showDone);
};

/**
 * Shows the overlay that is on screen as done, with all its stages, for a moment. Await it between the result and what follows, which removes the
 * overlay. Without an overlay it resolves immediately.
 */
export const finishOverlay = async (): Promise<void> => {
  if (shown.size === 0) return;
  for (const showDone of shown) showDone();
  await new Promise((resolve) => setTimeout(resolve, doneMs));
};
