import { useCallback } from 'react';
import { askDeletion } from './confirmDeletion';
import { useDeferredDeletion } from './useDeferredDeletion';

/** The page's notice that says what was done, with "Undo". */
export interface UndoOffers {
  offer: (text: string, undo: () => Promise<boolean>) => void;
  clear: () => void;
}

export interface DeletionRequest {
  ids: readonly string[];
  /** 'Are you sure you want to delete this study guide?' */
  question: string;
  /** Names the items that are deleted, and what is deleted with them. */
  details: string;
  /** The text of the notice with "Undo". */
  done: string;
}

export interface UndoableDeletion {
  /** Ids of the items that are being deleted. Lists leave them out. */
  hidden: ReadonlySet<string>;
  /** Deletes after confirmation and the pause in which it can be undone. @returns whether the learner has confirmed */
  ask: (request: DeletionRequest) => Promise<boolean>;
}

/**
 * Deletes after a confirmation and a pause with "Undo".
 *
 * @param remove makes the call and reports its failure; it must not reject and must be a stable function
 * @example
 * const { undoLine, line } = useUndoLine();
 * const { hidden, ask } = useUndoableDeletion(deleteFolders, undoLine);
 * const onDelete = (folder: Folder): void =>
 *   void ask({ ids: [folder._id], question: 'Are you sure you want to delete this folder?', details: detailsOf(folder), done: 'Deleted' });
 * const shown = items.filter(({ _id }) => !hidden.has(_id));
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
