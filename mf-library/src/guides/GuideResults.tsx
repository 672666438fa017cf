import type { Folder, StudyMaterialListItem } from '@lectern/contracts';
import { reportError, toast, useConfirm, useLimits } from '@lectern/platform';
import { useNavigate } from '@lectern/platform/router';
import {
  Button,
  CardGrid,
  CardGridSkeleton,
  EmptyState,
  ErrorState,
  FolderInput,
  FolderMinus,
  LoadMore,
  type MenuEntry,
  Trash2,
} from '@lectern/ui';
import { memo, useCallback, useMemo, useRef, type ReactNode } from 'react';
import { focusNear, placeOf } from '../shared/focusNear';
import { isUpgradeRequired, itemsOf, useAllFolders, useGuides, useLibraryChanges } from '../shared/libraryQueries';
import { UpgradeNeeded } from '../shared/UpgradeNeeded';
import { useGuideMoves, type GuideMoves } from '../shared/useGuideMoves';
import { useUndoLine } from '../shared/useUndoLine';
import { useUpgradeReport } from '../shared/useUpgradeReport';
import { GuideCard } from './GuideCard';

/** To the form, or to the upgrade modal at the free limit. */
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
  onDelete: (guide: StudyMaterialListItem) => Promise<void>;
}

/** A card that is drawn again only when its own guide, or what can be done with it, changes: there may be thousands. */
const ListedGuide = memo(({ guide, folders, moves, onDelete }: ListedGuideProps): ReactNode => {
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
  return (
    <GuideCard
      guide={guide}
      text={guide.preview || guide.processedContent.overview || 'No description available'}
      entries={[move, { label: 'Delete', icon: <Trash2 aria-hidden />, isDestructive: true, onSelect: () => void onDelete(guide) }]}
    />
  );
});

/** What a search found, all guides without one. Typing does not draw it again; only what is searched for does. */
export const GuideResults = memo(({ q }: { q: string }): ReactNode => {
  const confirm = useConfirm();
  const create = useCreateGuide();
  const guides = useGuides(q);
  const folders = useAllFolders();
  const { deleteGuide } = useLibraryChanges();
  const { undoLine, line } = useUndoLine();
  const moves = useGuideMoves(undoLine);
  const region = useRef<HTMLDivElement>(null);
  const found = useMemo(() => itemsOf(guides.data), [guides.data]);
  useUpgradeReport(guides.error);

  const remove = useCallback(
    async (guide: StudyMaterialListItem): Promise<void> => {
      const question = 'Are you sure you want to delete this study guide?';
      if (!(await confirm({ question, confirmLabel: 'Delete', isDestructive: true }))) return;
      undoLine.clear();
      const place = placeOf(region.current, guide._id);
      try {
        const work = deleteGuide(guide._id);
        focusNear(region.current, place);
        await work;
        toast.success('Study guide deleted successfully');
      } catch (error) {
        reportError(error, 'Failed to delete study guide');
      }
    },
    [confirm, deleteGuide, undoLine],
  );

  const list = (): ReactNode => {
    // What an earlier search did not find says nothing about this one.
    if (guides.isPending || (guides.isPlaceholderData && found.length === 0)) return <CardGridSkeleton label="Loading study guides" />;
    if (guides.isError && found.length === 0)
      return isUpgradeRequired(guides.error) ? (
        <UpgradeNeeded error={guides.error} />
      ) : (
        <ErrorState onRetry={() => void guides.refetch()} isRetrying={guides.isFetching}>
          Error loading study guides. Please try again.
        </ErrorState>
      );
    if (found.length === 0 && q) return <EmptyState drawing="search">No study guides found matching your search.</EmptyState>;
    if (found.length === 0)
      return (
        <EmptyState drawing="guide" action={<Button onClick={create}>Create New Guide</Button>}>
          No study guides created yet. Create your first one!
        </EmptyState>
      );
    return (
      <>
        <CardGrid aria-busy={guides.isPlaceholderData}>
          {found.map((guide) => (
            <ListedGuide key={guide._id} guide={guide} folders={folders} moves={moves} onDelete={remove} />
          ))}
        </CardGrid>
        {/* Pages of an earlier search have no further ones. */}
        {!guides.isPlaceholderData && <LoadMore query={guides} />}
      </>
    );
  };
  return (
    <>
      {line}
      <div ref={region} tabIndex={-1}>
        {list()}
      </div>
    </>
  );
});
