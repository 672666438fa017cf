import type { StudyMaterialListItem } from '@lectern/contracts';
import { reportError, toast, useConfirm, useLimits, usePageTitle, useSearchText } from '@lectern/platform';
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
  PageHead,
  Plus,
  SearchField,
  space,
  Trash2,
} from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { isUpgradeRequired, itemsOf, useFolders, useGuides, useLibraryChanges } from '../shared/libraryQueries';
import { GuideCard } from './GuideCard';

const Tools = styled.div`
  max-width: 420px;
  margin-bottom: ${space[24]};
`;

/** All study guides. */
export const GuideListScreen = (): ReactNode => {
  usePageTitle('Study Guides');
  const navigate = useNavigate();
  const confirm = useConfirm();
  const { unlessAtLimit } = useLimits();
  const search = useSearchText();
  const guides = useGuides(search.settled.trim());
  const folders = useFolders();
  const changes = useLibraryChanges();
  const found = itemsOf(guides.data);
  const known = itemsOf(folders.data);

  const create = (): void => {
    unlessAtLimit('studyMaterials', () => void navigate('/study-materials/create'));
  };

  const remove = async (guide: StudyMaterialListItem): Promise<void> => {
    const question = 'Are you sure you want to delete this study guide?';
    if (!(await confirm({ question, confirmLabel: 'Delete', isDestructive: true }))) return;
    try {
      await changes.deleteGuide(guide._id);
      toast.success('Study guide deleted successfully');
    } catch (error) {
      reportError(error, 'Failed to delete study guide');
    }
  };
  const addTo = async (guide: StudyMaterialListItem, folderId: string): Promise<void> => {
    try {
      await changes.addToFolder(guide._id, folderId);
      toast.success('Added to folder successfully');
    } catch (error) {
      reportError(error, 'Failed to add to folder');
    }
  };
  const takeOut = async (guide: StudyMaterialListItem, folderId: string): Promise<void> => {
    const question = 'Are you sure you want to remove this study material from the folder?';
    if (!(await confirm({ question, confirmLabel: 'Remove', isDestructive: true }))) return;
    try {
      await changes.removeFromFolder(guide._id, folderId);
      toast.success('Removed from folder successfully');
    } catch (error) {
      reportError(error, 'Failed to remove from folder');
    }
  };

  const entriesFor = (guide: StudyMaterialListItem): MenuEntry[] => {
    const { folderId } = guide;
    const inFolder = folderId === null ? undefined : known.find((folder) => folder._id === folderId);
    const move: MenuEntry =
      folderId === null
        ? {
            label: 'Add to Folder',
            icon: <FolderInput aria-hidden />,
            entries: known.map((folder) => ({ label: folder.name, onSelect: () => void addTo(guide, folder._id) })),
            emptyText: 'No folders yet',
          }
        : {
            label: `Remove from ${inFolder?.name ?? 'folder'}`,
            icon: <FolderMinus aria-hidden />,
            onSelect: () => void takeOut(guide, folderId),
          };
    return [move, { label: 'Delete', icon: <Trash2 aria-hidden />, isDestructive: true, onSelect: () => void remove(guide) }];
  };

  const list = (): ReactNode => {
    if (guides.isPending) return <CardGridSkeleton label="Loading study guides" />;
    if (guides.isError && found.length === 0)
      return (
        !isUpgradeRequired(guides.error) && (
          <ErrorState onRetry={() => void guides.refetch()} isRetrying={guides.isFetching}>
            Error loading study guides. Please try again.
          </ErrorState>
        )
      );
    if (found.length === 0 && search.settled.trim())
      return <EmptyState drawing="search">No study guides found matching your search.</EmptyState>;
    if (found.length === 0)
      return (
        <EmptyState drawing="guide" action={<Button onClick={create}>Create New Guide</Button>}>
          No study guides created yet. Create your first one!
        </EmptyState>
      );
    return (
      <>
        <CardGrid>
          {found.map((guide) => (
            <GuideCard key={guide._id} guide={guide} text={guide.preview} entries={entriesFor(guide)} />
          ))}
        </CardGrid>
        <LoadMore query={guides} />
      </>
    );
  };

  return (
    <>
      <PageHead
        title="Study Guides"
        context="Everything you have made from your slides and notes."
        actions={
          <Button icon={<Plus aria-hidden />} onClick={create}>
            Create New Guide
          </Button>
        }
      />
      <Tools>
        <SearchField placeholder="Search study guides..." value={search.text} onChange={search.setText} />
      </Tools>
      {list()}
    </>
  );
};
