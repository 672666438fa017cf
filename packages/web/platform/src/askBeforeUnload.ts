/**
 * Makes the browser ask before the page is left, while something is not saved.
 *
 * @returns a function that ends it. Each call of `askBeforeUnload` has to be ended by its own.
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
