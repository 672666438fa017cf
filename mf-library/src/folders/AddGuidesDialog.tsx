import { mostAtOnce, type FolderDetail } from '@lectern/contracts';
import { toast, useFailure } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import {
  Button,
  CheckList,
  Dialog,
  DialogActions,
  ErrorState,
  FailureNotice,
  Form,
  LoadMore,
  SearchField,
  TextLink,
  TextSkeleton,
} from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { guideCount } from '../shared/guideCount';
import { libraryChanges } from '../shared/libraryChanges';
import { useAllFolders, useGuides } from '../shared/libraryQueries';

interface ChoicesProps {
  folderId: string;
  q: string;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}

/** The learner's guides that are not in the folder. */
const GuideChoices = ({ folderId, q, chosen, onChange }: ChoicesProps): ReactNode => {
  const { query, items } = useGuides(q, undefined);
  const folders = useAllFolders();
  if (query.isPending) return <TextSkeleton label="Loading study guides" lines={4} />;
  if (query.isError && items.length === 0)
    return (
      <ErrorState onRetry={() => void query.refetch()} isRetrying={query.isFetching}>
        Error loading study guides. Please try again.
      </ErrorState>
    );
  const others = items.filter((guide) => guide.folderId !== folderId);
  return (
    <CheckList
      label="Guides"
      options={others.map(({ _id, title, folderId: other }) => ({
        value: _id,
        label: title,
        detail: other === null ? undefined : `Now in ${folders.find((folder) => folder._id === other)?.name ?? 'another folder'}`,
      }))}
      chosen={chosen}
      onChange={onChange}
      most={mostAtOnce}
    >
      {others.length === 0 && !query.hasNextPage && (
        <p>
          {q ? 'No study guides found' : 'All your guides are in this folder.'}{' '}
          {!q && (
            <TextLink as={Link} to="/study-materials/create">
              Create a guide
            </TextLink>
          )}
        </p>
      )}
      <LoadMore query={query} />
    </CheckList>
  );
};

export interface AddGuidesDialogProps {
  folder: Pick<FolderDetail, '_id' | 'name'>;
  onClose: () => void;
}

/** Moves chosen guides into a folder. */
export const AddGuidesDialog = ({ folder: { _id, name }, onClose }: AddGuidesDialogProps): ReactNode => {
  const [q, setQ] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const { text: failure, report, clear } = useFailure();
  const add = async (): Promise<void> => {
    if (chosen.length === 0 || isBusy) return;
    setIsBusy(true);
    clear();
    try {
      const done = await libraryChanges.moveGuides(chosen, _id);
      if (done.length < chosen.length) toast.error(`${guideCount(chosen.length - done.length)} could not be moved.`);
      else toast.success('Added to folder successfully');
      onClose();
    } catch (error) {
      report(error, 'Failed to add to folder');
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Dialog isOpen onClose={onClose} title={`Add guides to ${name}`}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <SearchField placeholder="Search study guides..." maxLength={200} value={q} onChange={setQ} />
        <GuideChoices folderId={_id} q={q.trim()} chosen={chosen} onChange={setChosen} />
        <FailureNotice>{failure}</FailureNotice>
        <DialogActions>
          <Button type="button" variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={chosen.length === 0} isBusy={isBusy} busyLabel="Adding...">
            {chosen.length === 0 ? 'Add guides' : `Add ${guideCount(chosen.length)}`}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
