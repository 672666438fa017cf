import { reportError, toast, useConfirm } from '@lectern/platform';
import type { UndoLine } from '@lectern/ui';
import { useMemo } from 'react';
import { libraryChanges } from './libraryChanges';

interface Named {
  _id: string;
}

/** The toasts after a guide is removed from a folder. The list of guides and the folder's page use different words. */
export interface RemovalWords {
  done: string;
  failed: string;
}

export interface GuideMoves {
  add: (guide: Named & { title: string }, folder: Named & { name: string }) => Promise<void>;
  /** Removes after confirmation. */
  takeOut: (guide: Named & { title: string }, folder: Named & { name: string }) => Promise<void>;
}

const inListWords: RemovalWords = { done: 'Removed from folder successfully', failed: 'Failed to remove from folder' };

/** Adds guides to folders and removes them: optimistic, rolled back on failure, with "Undo" afterwards. */
export const useGuideMoves = ({ offer, clear }: UndoLine, words: RemovalWords = inListWords): GuideMoves => {
  const confirm = useConfirm();
  const { done, failed } = words;
  return useMemo(() => {
    const withToast = async (work: () => Promise<void>, success: string, failure: string): Promise<boolean> => {
      try {
        await work();
        toast.success(success);
        return true;
      } catch (error) {
        reportError(error, failure);
        return false;
      }
    };
    const put = (guide: Named, folder: Named): Promise<boolean> =>
      withToast(() => libraryChanges.addToFolder(guide._id, folder._id), 'Added to folder successfully', 'Failed to add to folder');
    const pull = (guide: Named, folder: Named): Promise<boolean> =>
      withToast(() => libraryChanges.removeFromFolder(guide._id, folder._id), done, failed);
    return {
      add: async (guide, folder) => {
        clear();
        if (await put(guide, folder)) offer(`“${guide.title}” is in “${folder.name}” now.`, () => pull(guide, folder));
      },
      takeOut: async (guide, folder) => {
        const question = 'Are you sure you want to remove this study material from the folder?';
        if (!(await confirm({ question, confirmLabel: 'Remove', isDestructive: true }))) return;
        clear();
        if (await pull(guide, folder)) offer(`“${guide.title}” is no longer in “${folder.name}”.`, () => put(guide, folder));
      },
    };
  }, [confirm, offer, clear, done, failed]);
};
