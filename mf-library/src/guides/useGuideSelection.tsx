import { mostAtOnce, type Folder, type StudyMaterialListItem } from '@lectern/contracts';
import { quotedTitles, reportError, toast, useSelection, useUndoableDeletion, type Selection } from '@lectern/platform';
import { Button, ChevronDown, FolderInput, Menu, SelectionBar, type UndoLine } from '@lectern/ui';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { guideCount } from '../shared/guideCount';
import { libraryChanges } from '../shared/libraryChanges';

type Guide = Pick<StudyMaterialListItem, '_id' | 'folderId'>;

/** Runs a bulk change. @returns the ids that changed; none if the call failed */
const changeMany = async (
  change: () => Promise<readonly string[]>,
  count: number,
  failed: (some: string) => string,
): Promise<readonly string[]> => {
  try {
    const done = await change();
    if (done.length < count) toast.error(failed(guideCount(count - done.length)));
    return done;
  } catch (error) {
    reportError(error, failed(guideCount(count)));
    return [];
  }
};

const deleteGuides = async (ids: readonly string[]): Promise<void> => {
  const [id, ...others] = ids;
  if (id === undefined) return;
  if (others.length > 0) {
    await changeMany(
      () => libraryChanges.deleteGuides(ids),
      ids.length,
      (some) => `${some} could not be deleted.`,
    );
    return;
  }
  try {
    await libraryChanges.deleteGuide(id);
  } catch (error) {
    reportError(error, 'Failed to delete study guide');
  }
};

/** The confirmation before guides are deleted: which ones, and what is deleted with them. */
const deletionOf = (guides: readonly StudyMaterialListItem[]) => {
  const ids = guides.map(({ _id }) => _id);
  const names = quotedTitles(guides.map(({ title }) => title));
  return guides.length === 1
    ? {
        ids,
        question: 'Are you sure you want to delete this study guide?',
        details: `${names} is deleted with its pictures, highlights and notes. Its quizzes and decks stay.`,
        done: 'Study guide deleted successfully',
      }
    : {
        ids,
        question: `Are you sure you want to delete ${guideCount(guides.length)}?`,
        details: `${names} are deleted with their pictures, highlights and notes. Their quizzes and decks stay.`,
        done: `${guideCount(guides.length)} deleted.`,
      };
};

const moveMany = (ids: readonly string[], folderId: string): Promise<readonly string[]> =>
  changeMany(
    () => libraryChanges.moveGuides(ids, folderId),
    ids.length,
    (some) => `${some} could not be moved.`,
  );

/** Moves each guide back to its former folder. @returns whether all of them were moved */
const moveBack = async (guides: readonly Guide[]): Promise<boolean> => {
  const byFolder = Map.groupBy(guides, ({ folderId }) => folderId);
  const results = await Promise.all(
    [...byFolder].map(async ([folderId, moved]) => {
      const ids = moved.map(({ _id }) => _id);
      const back =
        folderId === null
          ? await changeMany(
              () => libraryChanges.takeGuidesOut(ids),
              ids.length,
              (some) => `${some} could not be moved back.`,
            )
          : await moveMany(ids, folderId);
      return back.length === ids.length;
    }),
  );
  return results.every(Boolean);
};

export interface GuideSelection extends Pick<Selection, 'selected' | 'toggle'> {
  /** Ids of the guides that are being deleted. */
  hidden: ReadonlySet<string>;
  /** Deletes one guide after confirmation. A stable function. */
  remove: (guide: StudyMaterialListItem) => void;
  /** The bar with the bulk actions. */
  bar: ReactNode;
}

/** Selection of several guides, to delete or move them, with "Undo". */
export const useGuideSelection = (
  guides: readonly StudyMaterialListItem[],
  folders: readonly Folder[],
  undoLine: UndoLine,
): GuideSelection => {
  const { offer, clear } = undoLine;
  const { selected, toggle, end } = useSelection();
  const { hidden, ask } = useUndoableDeletion(deleteGuides, undoLine);
  const askLatest = useRef(ask);
  useEffect(() => {
    askLatest.current = ask;
  });
  const [remove] = useState(
    () =>
      (guide: StudyMaterialListItem): void =>
        void askLatest.current(deletionOf([guide])),
  );
  const removeSelected = async (): Promise<void> => {
    if (await ask(deletionOf(guides.filter(({ _id }) => selected?.has(_id))))) end();
  };
  const move = async (folder: Folder): Promise<void> => {
    // The folders before the move, for "Undo".
    const chosen: Guide[] = guides.filter(({ _id }) => selected?.has(_id)).map(({ _id, folderId }) => ({ _id, folderId }));
    end();
    clear();
    const ids = chosen.map(({ _id }) => _id);
    const done = new Set(await moveMany(ids, folder._id));
    if (done.size === 0) return;
    offer(`${guideCount(done.size)} moved to “${folder.name}”.`, () => moveBack(chosen.filter(({ _id }) => done.has(_id))));
  };
  const isMovable = selected !== undefined && selected.size > 0 && selected.size <= mostAtOnce;
  const bar = selected && (
    <SelectionBar count={selected.size} most={mostAtOnce} onDelete={() => void removeSelected()} onCancel={end}>
      <Menu
        title="Add to Folder"
        trigger={
          <Button variant="secondary" icon={<FolderInput aria-hidden />} disabled={!isMovable}>
            Add to Folder
            <ChevronDown aria-hidden />
          </Button>
        }
        entries={
          folders.length > 0
            ? folders.map((folder) => ({ id: folder._id, label: folder.name, onSelect: () => void move(folder) }))
            : [{ label: 'No folders yet', isDisabled: true }]
        }
      />
    </SelectionBar>
  );
  return { selected, toggle, hidden, remove, bar };
};
