import type { DeckImport } from '@lectern/contracts';
import { reportError, toast, useLimits } from '@lectern/platform';
import { LazyPart, useFileDrop, useUndoLine } from '@lectern/ui';
import { useCallback, useState, type ReactNode } from 'react';
import { counted } from '../../shared/text';
import { studyChanges } from '../../shared/studyChanges';

// Most visits import nothing.
const loadDialog = () => import(/* webpackChunkName: "import" */ './ImportDialog').then(({ ImportDialog }) => ImportDialog);

/** Deletes what an import has made. @returns whether everything is gone */
const undoImport = async (ids: readonly string[]): Promise<boolean> => {
  try {
    return (await studyChanges.deleteDecks(ids)) === 0;
  } catch (error) {
    reportError(error, 'Failed to undo the import');
    return false;
  }
};

const FileDrop = ({ onDrop }: { onDrop: (file: File) => void }): ReactNode => {
  useFileDrop(onDrop);
  return null;
};

export interface DeckImporting {
  /** Opens the dialog. */
  open: () => void;
  /** The dialog, the line with "Undo", and the page's readiness for a dropped file. */
  overlays: ReactNode;
}

/** Importing decks: by a button, or by a file that is dropped on the page. At the limit the upgrade modal opens instead. */
export const useDeckImporting = (): DeckImporting => {
  const { unlessAtLimit } = useLimits();
  const [opened, setOpened] = useState<{ file: File | undefined }>();
  const { undoLine, line } = useUndoLine();
  const close = useCallback(() => {
    setOpened(undefined);
  }, []);
  const open = (file?: File): void => {
    unlessAtLimit('flashcards', () => {
      undoLine.clear();
      setOpened({ file });
    });
  };
  const tellFailure = useCallback(() => {
    setOpened(undefined);
    toast.error('The import could not be loaded.');
  }, []);
  const imported = ({ decks }: DeckImport): void => {
    close();
    studyChanges.decksImported(decks);
    const ids = decks.map(({ _id }) => _id);
    const cards = decks.reduce((sum, { cardCount }) => sum + cardCount, 0);
    undoLine.offer(`${counted(decks.length, 'deck')} with ${counted(cards, 'card')} imported.`, () => undoImport(ids));
  };
  return {
    open: () => {
      open();
    },
    overlays: (
      <>
        {!opened && <FileDrop onDrop={open} />}
        {opened && (
          <LazyPart load={loadDialog} props={{ file: opened.file, onImported: imported, onClose: close }} onFailure={tellFailure} />
        )}
        {line}
      </>
    ),
  };
};
