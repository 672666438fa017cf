/** The key that marks the history entry added by `holdBack`. */
const mark = 'lectern.held';

/** The entry that was added last. Only its holder reacts to Back. */
let newest: string | undefined;

const entryState = (): Record<string, unknown> => (history.state as Record<string, unknown> | null) ?? {};

export interface HeldPage {
  /** Ends the hold. Resolves once the added entry is gone, so that the caller can navigate. */
  release: () => Promise<void>;
  /** Ends the hold on a page that may be about to navigate itself: the added entry stays, and Back skips it. */
  abandon: () => void;
}

/**
 * Asks for confirmation before the learner goes back in the browser's history.
 *
 * Adds a history entry with the same address. Going back then leads to the page's own entry, where the learner is asked.
 *
 * @param mayLeave asks the learner; the page is left if it resolves to true
 */
export const holdBack = (mayLeave: () => Promise<boolean>): HeldPage => {
  const id = crypto.randomUUID();
  newest = id;
  const { href } = location;
  // The router numbers its entries.
  const { idx } = entryState();
  const add = (): void => {
    history.pushState({ ...entryState(), [mark]: id }, '');
  };
  const isAdded = (): boolean => entryState()[mark] === id;
  const isOwn = (): boolean => location.href === href && entryState()['idx'] === idx && !isAdded() && newest === id;
  let isHolding = true;
  const onPop = (): void => {
    if (!isOwn()) return;
    void mayLeave().then((isLeaving) => {
      if (!isHolding) return;
      if (!isLeaving) add();
      else {
        end();
        history.back();
      }
    });
  };
  const end = (): void => {
    isHolding = false;
    removeEventListener('popstate', onPop);
  };
  add();
  addEventListener('popstate', onPop);
  return {
    release: async () => {
      end();
      if (!isAdded()) return;
      await new Promise<void>((resolve) => {
        addEventListener('popstate', () => resolve(), { once: true });
        history.back();
      });
    },
    abandon: () => {
      end();
      if (idx === undefined) return;
      const pass = (): void => {
        if (!isOwn()) return;
        removeEventListener('popstate', pass);
        history.back();
      };
      addEventListener('popstate', pass);
    },
  };
};
