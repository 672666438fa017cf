/**
 * Lets the browser ask before the page is left, while something is not saved.
 *
 * @returns ends that. Each call is ended on its own.
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
