import { isFreeKey } from '../shared/keys';
import { useKeyDown } from '../shared/useKeyDown';
import type { Picks } from './usePicks';

/**
 * Handles the keys: C makes a card, Q makes a question, S skips, E edits a card, U takes back, and the arrow keys move. Calls `onKey` before
 * each, so that the screen knows that the keyboard is in use.
 */
export const usePickKeys = (picks: Picks, onKey: () => void): void => {
  const { current } = picks.session;
  const actions: Readonly<Record<string, () => void>> = {
    c: () => {
      picks.makeCard(current);
    },
    q: () => {
      picks.askMe(current);
    },
    s: () => {
      picks.skip(current);
    },
    e: () => {
      picks.open(current);
    },
    u: picks.undo,
    arrowdown: () => {
      picks.moveTo(current + 1);
    },
    arrowup: () => {
      picks.moveTo(current - 1);
    },
  };
  useKeyDown((event) => {
    if (!isFreeKey(event) || (event.repeat && !event.key.startsWith('Arrow'))) return;
    const action = actions[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    onKey();
    action();
  });
};
