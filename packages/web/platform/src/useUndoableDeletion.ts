import { useCallback } from 'react';
import { askDeletion } from './confirmDeletion';
import { useDeferredDeletion } from './useDeferredDeletion';

/** The line of the page that says what was done, with "Undo". */
export interface UndoOffers {
  offer: (text: string, undo: () => Promise<boolean>) => void;
  clear: () => void;
}

export interface DeletionRequest {
  ids: readonly string[];
  /** 'Are you sure you want to delete this study guide?' */
  question: string;
  /** What is deleted, by name, and what goes with it. */
  details: string;
  /** What the line with "Undo" says. */
  done: string;
}

export interface UndoableDeletion {
  /** Ids of what is being deleted. Lists leave them out. */
  hidden: ReadonlySet<string>;
  /** Asks, then deletes after the pause in which it can be undone. @returns whether the learner has confirmed */
  ask: (request: DeletionRequest) => Promise<boolean>;
}

/**
 * Deletes after a question and a pause with "Undo".
 *
 * @param remove makes the call and reports its failure; it does not reject. Always the same function.
 */
export const useUndoableDeletion = (remove: (ids: readonly string[]) => Promise<void>, { offer, clear }: UndoOffers): UndoableDeletion => {
  const removeNow = useCallback(
    async (ids: readonly string[]) => {
      clear();
      await remove(ids);
    },
    [remove, clear],
  );
  const { hidden, start, undo } = useDeferredDeletion(removeNow);
  const ask = async ({ ids, question, details, done }: DeletionRequest): Promise<boolean> => {
    if (!(await askDeletion({ question, details }))) return false;
    start(ids);
    offer(done, () => {
      undo();
      return Promise.resolve(true);
    });
    return true;
  };
  return { hidden, ask };
};
