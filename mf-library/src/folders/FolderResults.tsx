import type { Folder } from '@lectern/contracts';
import { commonOrders, errorText, reportError, useListOrder, useUndoableDeletion } from '@lectern/platform';
import { Button, CardGridSkeleton, ListView, useUndoLine } from '@lectern/ui';
import { memo, useState, type ReactNode } from 'react';
import { guideCount } from '../shared/guideCount';
import { libraryChanges } from '../shared/libraryChanges';
import { useFolders } from '../shared/libraryQueries';
import { useUpgradeView } from '../shared/useUpgradeView';
import { FolderCard } from './FolderCard';
import { RenameFolderDialog } from './RenameFolderDialog';

const remove = async (ids: readonly string[]): Promise<void> => {
  for (const id of ids)
    try {
      await libraryChanges.deleteFolder(id);
    } catch (error) {
      reportError(error, 'Failed to delete folder');
    }
};

/** Names what is deleted and what is kept. */
const detailsOf = ({ name, studyMaterialCount: count }: Folder): string => {
  if (count === 0) return `“${name}” is empty.`;
  return `“${name}” is deleted. Its ${guideCount(count)} ${count === 1 ? 'stays' : 'stay'} in your list.`;
};

/** The folders that match a search. An empty search matches all. */
export const FolderResults = memo(({ q, onCreate }: { q: string; onCreate: () => void }): ReactNode => {
  const { order } = useListOrder(commonOrders);
  const { query, items } = useFolders(q, order);
  const upgrade = useUpgradeView(query.error);
  const [renamed, setRenamed] = useState<Folder>();
  const { undoLine, line } = useUndoLine();
  const { hidden, ask } = useUndoableDeletion(remove, undoLine);
  const onDelete = (folder: Folder): void =>
    void ask({
      ids: [folder._id],
      question: 'Are you sure you want to delete this folder?',
      details: detailsOf(folder),
      done: 'Folder deleted successfully',
    });
  return (
    <>
      <ListView
        query={query}
        items={items.filter(({ _id }) => !hidden.has(_id))}
        isSearching={q !== ''}
        loading={<CardGridSkeleton label="Loading folders" count={3} lines={2} />}
        error={{ text: errorText(query.error, 'Error loading folders'), retryLabel: 'Try Again', view: upgrade }}
        empty={{
          drawing: 'folder',
          title: 'Welcome to Folders!',
          children: 'Keep the guides of a course together.',
          action: (
            <Button variant="secondary" onClick={onCreate}>
              Create Folder
            </Button>
          ),
        }}
        noMatch={{ title: 'No folders found', children: 'No folder name contains this text.' }}
      >
        {(folder) => <FolderCard folder={folder} onRename={setRenamed} onDelete={onDelete} />}
      </ListView>
      {line}
      {renamed && <RenameFolderDialog folder={renamed} onClose={() => setRenamed(undefined)} />}
    </>
  );
});
