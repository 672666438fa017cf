/** Marks the entry of the history that `holdBack` adds. */
const mark = 'lectern.held';

/**
 * Keeps the learner on the page when they go back in the browser's history, until the returned function is called.
 *
 * An entry with the same address is added to the history. Going back leads from it to the page's own entry, and there the learner is asked.
 *
 * @param mayLeave asks the learner. If it resolves to true, the page is left
 * @returns ends it, and resolves when the added entry is gone, so that the caller can navigate
 */
export const holdBack = (mayLeave: () => Promise<boolean>): (() => Promise<void>) => {
  const id = crypto.randomUUID();
  const add = (): void => {
    history.pushState({ ...(history.state as object | null), [mark]: id }, '');
  };
  const isAdded = (): boolean => (history.state as Record<string, unknown> | null)?.[mark] === id;
  const onPop = (): void => {
    if (isAdded()) return;
    void mayLeave().then((isLeaving) => {
      if (!isLeaving) return isHolding ? add() : undefined;
      end();
      history.back();
    });
  };
  let isHolding = true;
  const end = (): void => {
    isHolding = false;
    removeEventListener('popstate', onPop);
  };
  add();
  addEventListener('popstate', onPop);
  return async () => {
    end();
    if (!isAdded()) return;
    await new Promise<void>((resolve) => {
      addEventListener('popstate', () => resolve(), { once: true });
      history.back();
    });
  };
};
