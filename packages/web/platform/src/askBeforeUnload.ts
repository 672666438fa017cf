/**
 * Makes the browser ask for confirmation before the page is left with unsaved changes.
 *
 * @returns a function that ends it; each call of `askBeforeUnload` needs its own
 * @example
 * useEffect(() => (isUnsaved ? askBeforeUnload() : undefined), [isUnsaved]);
 */
export const askBeforeUnload = (): (() => void) => {
  const ask = (event: Event): void => {
    event.preventDefault();
  };
  addEventListener('beforeunload', ask);
  return () => {
    removeEventListener('beforeunload', ask);
  };
};
