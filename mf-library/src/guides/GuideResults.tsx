import type { Folder, StudyMaterialListItem } from '@lectern/contracts';
import { commonOrders, useLimits, useListOrder } from '@lectern/platform';
import { useNavigate } from '@lectern/platform/router';
import {
  Button,
  CardGridSkeleton,
  Check,
  FolderInput,
  FolderMinus,
  ListView,
  Pencil,
  Trash2,
  type MenuEntry,
  useUndoLine,
} from '@lectern/ui';
import { memo, useMemo, useState, type ReactNode } from 'react';
import { useAllFolders, useGuides } from '../shared/libraryQueries';
import { useGuideMoves, type GuideMoves } from '../shared/useGuideMoves';
import { useUpgradeView } from '../shared/useUpgradeView';
import { exportEntry } from './exportEntry';
import { GuideCard } from './GuideCard';
import { RenameGuideDialog } from './RenameGuideDialog';
import { useGuideSelection } from './useGuideSelection';

/** Opens the create form, or the upgrade modal at the free limit. */
export const useCreateGuide = (): (() => void) => {
  const navigate = useNavigate();
  const { unlessAtLimit } = useLimits();
  return () => {
    unlessAtLimit('studyMaterials', () => void navigate('/study-materials/create'));
  };
};

interface ListedGuideProps {
  guide: StudyMaterialListItem;
  folders: readonly Folder[];
  moves: GuideMoves;
  onRename: (guide: StudyMaterialListItem) => void;
  onDelete: (guide: StudyMaterialListItem) => void;
  /** Undefined outside selection mode. */
  isSelected: boolean | undefined;
  onSelect: (id: string) => void;
  /** The guide was just created. */
  isNew: boolean;
}

/** Memoised, because a list may have thousands of cards: rendered again only when its guide or actions change. */
const ListedGuide = memo(({ guide, folders, moves, onRename, onDelete, isSelected, onSelect, isNew }: ListedGuideProps): ReactNode => {
  const { folderId } = guide;
  const inFolder = folderId === null ? undefined : { _id: folderId, name: folders.find(({ _id }) => _id === folderId)?.name ?? 'folder' };
  const move: MenuEntry = inFolder
    ? {
        label: `Remove from ${inFolder.name}`,
        icon: <FolderMinus aria-hidden />,
        onSelect: () => void moves.takeOut(guide, inFolder),
      }
    : {
        label: 'Add to Folder',
        icon: <FolderInput aria-hidden />,
        entries: folders.map((folder) => ({ id: folder._id, label: folder.name, onSelect: () => void moves.add(guide, folder) })),
        emptyText: 'No folders yet',
      };
  const toggle = (): void => {
    onSelect(guide._id);
  };
  const select: MenuEntry = { label: 'Select', icon: <Check aria-hidden />, onSelect: toggle };
  const rename: MenuEntry = {
    label: 'Rename',
    icon: <Pencil aria-hidden />,
    onSelect: () => {
      onRename(guide);
    },
  };
  const remove: MenuEntry = {
    label: 'Delete',
    icon: <Trash2 aria-hidden />,
    isDestructive: true,
    onSelect: () => {
      onDelete(guide);
    },
  };
  return (
    <GuideCard
      guide={guide}
      text={guide.preview || guide.processedContent.overview || 'No description available'}
      entries={[move, rename, exportEntry(guide._id), select, remove]}
      isNew={isNew}
      selection={isSelected === undefined ? undefined : { isSelected, onChange: toggle }}
    />
  );
});

/**
 * The guides that match a search. An empty search matches all. Highlights the guide `created`. Memoised, so that typing does not re-render
 * it.
 */
export const GuideResults = memo(({ q, created }: { q: string; created: string | undefined }): ReactNode => {
  const create = useCreateGuide();
  const { order } = useListOrder(commonOrders);
  const { query, items } = useGuides(q, order);
  const folders = useAllFolders();
  const { undoLine, line } = useUndoLine();
  const moves = useGuideMoves(undoLine);
  const { selected, toggle, hidden, remove, bar } = useGuideSelection(items, folders, undoLine);
  const shown = useMemo(() => items.filter(({ _id }) => !hidden.has(_id)), [items, hidden]);
  const upgrade = useUpgradeView(query.error);
  const [renamed, setRenamed] = useState<StudyMaterialListItem>();
  return (
    <>
      {line}
      <ListView
        query={query}
        items={shown}
        isSearching={q !== ''}
        loading={<CardGridSkeleton label="Loading study guides" lines={6} />}
        error={{ text: 'Error loading study guides. Please try again.', view: upgrade }}
        empty={{
          drawing: 'guide',
          children: 'No study guides created yet. Create your first one!',
          action: (
            <Button variant="secondary" onClick={create}>
              Create New Guide
            </Button>
          ),
        }}
        noMatch={{ children: 'No study guides found matching your search.' }}
      >
        {(guide) => (
          <ListedGuide
            guide={guide}
            folders={folders}
            moves={moves}
            onRename={setRenamed}
            onDelete={remove}
            isSelected={selected?.has(guide._id)}
            onSelect={toggle}
            isNew={guide._id === created}
          />
        )}
      </ListView>
      {bar}
      {renamed && <RenameGuideDialog guide={renamed} onClose={() => setRenamed(undefined)} />}
    </>
  );
});
