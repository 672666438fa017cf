/** The visible overlays, each as a function that shows it as done. */
const shown = new Set<() => void>();

/** How long a done overlay stays visible. Milliseconds. */
const doneMs = 400;

/**
 * Registers a visible overlay.
 *
 * @returns a function that removes it
 * @example
 * ```tsx
 * useEffect(() => registerOverlay(() => setIsDone(true)), []);
 * ```
 */
export const registerOverlay = (showDone: () => void): (() => void) => {
  shown.add(showDone);
  return () => void shown.delete(showDone);
};

/**
 * Briefly shows the visible overlay as done, with all its stages. Await it after the result arrives and before removing the overlay.
 * Resolves immediately without an overlay.
 *
 * @example
 * ```tsx
 * const guide = await call(calls.createStudyMaterial, { body, idempotencyKey, hasOwnProgress: true });
 * await finishOverlay();
 * setIsRunning(false);
 * ```
 */
export const finishOverlay = async (): Promise<void> => {
  if (shown.size === 0) return;
  for (const showDone of shown) showDone();
  await new Promise((resolve) => setTimeout(resolve, doneMs));
};
