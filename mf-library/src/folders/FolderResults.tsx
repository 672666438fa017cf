import type { Folder } from '@lectern/contracts';
import { commonOrders, confirmDeletion, errorText, useListOrder } from '@lectern/platform';
import { Button, CardGridSkeleton, ListView } from '@lectern/ui';
import { memo, useState, type ReactNode } from 'react';
import { libraryChanges } from '../shared/libraryChanges';
import { useFolders } from '../shared/libraryQueries';
import { useUpgradeView } from '../shared/useUpgradeView';
import { FolderCard } from './FolderCard';
import { RenameFolderDialog } from './RenameFolderDialog';

const deletionWords = {
  question: 'Are you sure you want to delete this folder? Its study guides stay.',
  done: 'Folder deleted successfully',
  failed: 'Failed to delete folder',
};

const remove = ({ _id }: Folder): void => void confirmDeletion(deletionWords, () => libraryChanges.deleteFolder(_id));

/** The folders that match a search; all folders when the search is empty. */
export const FolderResults = memo(({ q, onCreate }: { q: string; onCreate: () => void }): ReactNode => {
  const { order } = useListOrder(commonOrders);
  const { query, items } = useFolders(q, order);
  const upgrade = useUpgradeView(query.error);
  const [renamed, setRenamed] = useState<Folder>();
  return (
    <>
      <ListView
        query={query}
        items={items}
        isSearching={q !== ''}
        loading={<CardGridSkeleton label="Loading folders" count={3} />}
        error={{ text: errorText(query.error, 'Error loading folders'), retryLabel: 'Try Again', view: upgrade }}
        empty={{
          drawing: 'folder',
          title: 'Welcome to Folders!',
          children: 'Keep the guides of a course together.',
          action: <Button onClick={onCreate}>Create Folder</Button>,
        }}
        noMatch={{ title: 'No folders found', children: 'No folder name contains this text.' }}
      >
        {(folder) => <FolderCard folder={folder} onRename={setRenamed} onDelete={remove} />}
      </ListView>
      {renamed && <RenameFolderDialog folder={renamed} onClose={() => setRenamed(undefined)} />}
    </>
  );
});
