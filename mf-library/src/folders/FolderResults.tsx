import type { Folder } from '@lectern/contracts';
import { errorText, formatDate, reportError, toast, useConfirm } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import {
  Button,
  Card,
  CardCell,
  CardGrid,
  CardGridSkeleton,
  cardLink,
  CardMeta,
  CardTitle,
  EmptyState,
  ErrorState,
  LoadMore,
  Menu,
  Trash2,
} from '@lectern/ui';
import { memo, useCallback, useMemo, useRef, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { focusNear, placeOf } from '../shared/focusNear';
import { isUpgradeRequired, itemsOf, useFolders, useLibraryChanges } from '../shared/libraryQueries';
import { UpgradeNeeded } from '../shared/UpgradeNeeded';
import { useUpgradeReport } from '../shared/useUpgradeReport';
import { guideCount } from './guideCount';

const TitleLink = styled(Link)`
  ${cardLink}
`;

/** A folder in the list: the whole card opens it. */
const FolderCard = memo(({ folder, onDelete }: { folder: Folder; onDelete: (folder: Folder) => Promise<void> }): ReactNode => (
  <CardCell data-item={folder._id}>
    <Card
      isRaisable
      menu={
        <Menu
          title={folder.name}
          entries={[{ label: 'Delete Folder', icon: <Trash2 aria-hidden />, isDestructive: true, onSelect: () => void onDelete(folder) }]}
        />
      }
    >
      <CardTitle>
        <TitleLink to={`/folders/${folder._id}`}>{folder.name}</TitleLink>
      </CardTitle>
      <CardMeta>
        <span>{guideCount(folder.studyMaterialCount)}</span>
        <span>Created {formatDate(folder.createdAt)}</span>
      </CardMeta>
    </Card>
  </CardCell>
));

/** What a search found, all folders without one. */
export const FolderResults = memo(({ q, onCreate }: { q: string; onCreate: () => void }): ReactNode => {
  const confirm = useConfirm();
  const folders = useFolders(q);
  const { deleteFolder } = useLibraryChanges();
  const region = useRef<HTMLDivElement>(null);
  const found = useMemo(() => itemsOf(folders.data), [folders.data]);
  useUpgradeReport(folders.error);

  const remove = useCallback(
    async (folder: Folder): Promise<void> => {
      const question = 'Are you sure you want to delete this folder? Its study guides stay.';
      if (!(await confirm({ question, confirmLabel: 'Delete', isDestructive: true }))) return;
      const place = placeOf(region.current, folder._id);
      try {
        const work = deleteFolder(folder._id);
        focusNear(region.current, place);
        await work;
        toast.success('Folder deleted successfully');
      } catch (error) {
        reportError(error, 'Failed to delete folder');
      }
    },
    [confirm, deleteFolder],
  );

  const list = (): ReactNode => {
    // What an earlier search did not find says nothing about this one.
    if (folders.isPending || (folders.isPlaceholderData && found.length === 0))
      return <CardGridSkeleton label="Loading folders" count={3} />;
    if (folders.isError && found.length === 0)
      return isUpgradeRequired(folders.error) ? (
        <UpgradeNeeded error={folders.error} />
      ) : (
        <ErrorState onRetry={() => void folders.refetch()} isRetrying={folders.isFetching} retryLabel="Try Again">
          {errorText(folders.error, 'Error loading folders')}
        </ErrorState>
      );
    if (found.length === 0 && q)
      return (
        <EmptyState drawing="search" title="No folders found">
          No folder has this in its name.
        </EmptyState>
      );
    if (found.length === 0)
      return (
        <EmptyState drawing="folder" title="Welcome to Folders!" action={<Button onClick={onCreate}>Create Folder</Button>}>
          Keep the guides of a course together.
        </EmptyState>
      );
    return (
      <>
        <CardGrid aria-busy={folders.isPlaceholderData}>
          {found.map((folder) => (
            <FolderCard key={folder._id} folder={folder} onDelete={remove} />
          ))}
        </CardGrid>
        {!folders.isPlaceholderData && <LoadMore query={folders} />}
      </>
    );
  };
  return (
    <div ref={region} tabIndex={-1}>
      {list()}
    </div>
  );
});
