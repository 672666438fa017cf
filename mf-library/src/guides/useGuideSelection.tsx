import { mostAtOnce, type Folder, type StudyMaterialListItem } from '@lectern/contracts';
import { reportError, toast, useDeferredDeletion, useSelection, type Selection } from '@lectern/platform';
import { Button, ChevronDown, FolderInput, Menu, SelectionBar, type UndoLine } from '@lectern/ui';
import { useCallback, type ReactNode } from 'react';
import { guideCount } from '../shared/guideCount';
import { libraryChanges } from '../shared/libraryChanges';

type Guide = Pick<StudyMaterialListItem, '_id' | 'folderId'>;

/** Runs a change of several guides. @returns those that were changed; none when the call failed */
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

const deleteMany = (ids: readonly string[]): Promise<readonly string[]> =>
  changeMany(
    () => libraryChanges.deleteGuides(ids),
    ids.length,
    (some) => `${some} could not be deleted.`,
  );

const moveMany = (ids: readonly string[], folderId: string): Promise<readonly string[]> =>
  changeMany(
    () => libraryChanges.moveGuides(ids, folderId),
    ids.length,
    (some) => `${some} could not be moved.`,
  );

/** Moves each guide to the folder that it was in. @returns whether all of them are back */
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
  /** The bar with what can be done. */
  bar: ReactNode;
}

/** Choosing several guides, to delete or to move them, with "Undo". */
export const useGuideSelection = (
  guides: readonly StudyMaterialListItem[],
  folders: readonly Folder[],
  { offer, clear }: UndoLine,
): GuideSelection => {
  const { selected, toggle, end } = useSelection();
  const removeMany = useCallback(
    async (ids: readonly string[]) => {
      clear();
      await deleteMany(ids);
    },
    [clear],
  );
  const deletion = useDeferredDeletion(removeMany);
  const remove = (): void => {
    const ids = [...(selected ?? [])];
    end();
    deletion.start(ids);
    offer(`${guideCount(ids.length)} deleted.`, () => {
      deletion.undo();
      return Promise.resolve(true);
    });
  };
  const move = async (folder: Folder): Promise<void> => {
    // Where they were before the move, for "Undo".
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
    <SelectionBar count={selected.size} most={mostAtOnce} onDelete={remove} onCancel={end}>
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
  return { selected, toggle, hidden: deletion.hidden, bar };
};
