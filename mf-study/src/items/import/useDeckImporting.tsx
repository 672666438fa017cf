import { counted, type DeckImport } from '@lectern/contracts';
import { reportError, toast, useLimits, withParameters } from '@lectern/platform';
import { useSearchParams } from '@lectern/platform/router';
import { LazyPart, useFileDrop, useUndoLine } from '@lectern/ui';
import { useCallback, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { studyChanges } from '../../shared/studyChanges';

// A separate chunk, because most visits import nothing.
const loadDialog = () => import(/* webpackChunkName: "import" */ './ImportDialog').then(({ ImportDialog }) => ImportDialog);

/** Deletes the imported decks. @returns whether all of them are deleted */
const undoImport = async (ids: readonly string[]): Promise<boolean> => {
  try {
    return (await studyChanges.deleteDecks(ids)) === 0;
  } catch (error) {
    reportError(error, 'Failed to undo the import');
    return false;
  }
};

const FileDrop = ({ onDrop }: { onDrop: (file: File) => void }): ReactNode => {
  useFileDrop(([file]) => file && onDrop(file));
  return null;
};

/** Describes how an import changed existing decks. */
const changeWords = (added: number, updated: number): string => {
  const changes = [added > 0 && `${counted(added, 'card')} added`, updated > 0 && `${counted(updated, 'card')} updated`].filter(Boolean);
  return changes.length === 0 ? 'No new cards: your decks have all of them.' : `${changes.join(', ')}.`;
};

export interface DeckImporting {
  open: () => void;
  /** The dialog, the line with "Undo", and the drop zone of the page. */
  overlays: ReactNode;
}

/** Opens the dialog for `?import=1`, which the settings link to. */
const useImportAddress = (open: () => void): void => {
  const [parameters, setParameters] = useSearchParams();
  const { limits, query } = useLimits();
  const isAsked = parameters.has('import');
  // Waits for the limits, because at the limit the upgrade modal opens instead.
  const isLimitKnown = limits !== undefined || query.isError;
  const openFromAddress = useEffectEvent(() => {
    // Removes the parameter, so that reload and back do not reopen the dialog. Selects the tab that imports decks.
    setParameters((current) => withParameters(current, { import: undefined, tab: 'flashcards' }), { replace: true });
    open();
  });
  useEffect(() => {
    if (isAsked && isLimitKnown) openFromAddress();
  }, [isAsked, isLimitKnown]);
};

/** Imports decks from a button, from `?import=1` in the URL, or from a file dropped on the page. At the limit the upgrade modal opens instead. */
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
  useImportAddress(() => {
    open();
  });
  const tellFailure = useCallback(() => {
    setOpened(undefined);
    toast.error('The import could not be loaded.');
  }, []);
  const imported = ({ decks, changedDecks = [], added = 0, updated = 0 }: DeckImport): void => {
    close();
    studyChanges.decksImported(decks, changedDecks);
    if (changedDecks.length > 0 || decks.length === 0) {
      // No "Undo", because it would delete decks that existed before.
      toast.success(changeWords(added, updated));
      return;
    }
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
