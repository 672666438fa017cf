import { mostAtOnce, type FolderDetail } from '@lectern/contracts';
import { toast, useFailure } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import {
  Button,
  color,
  Dialog,
  DialogActions,
  ErrorState,
  FailureNotice,
  Form,
  LoadMore,
  measure,
  radius,
  SearchField,
  size,
  space,
  TextLink,
  TextSkeleton,
} from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { guideCount } from '../shared/guideCount';
import { libraryChanges } from '../shared/libraryChanges';
import { useAllFolders, useGuides } from '../shared/libraryQueries';

const Choices = styled.fieldset`
  display: grid;
  min-width: 0;
  max-height: min(360px, 50vh);
  margin: 0;
  padding: 0;
  overflow-y: auto;
  border: 1px solid ${color.line};
  border-radius: ${radius.field};
  label {
    display: flex;
    align-items: center;
    gap: ${space[12]};
    min-height: ${measure.target};
    padding: ${space[4]} ${space[12]};
    cursor: pointer;
    overflow-wrap: anywhere;
  }
  input {
    flex: none;
    width: 18px;
    height: 18px;
    margin: 0;
    accent-color: ${color.accent};
  }
  small {
    display: block;
    font-size: ${size[14]};
    color: ${color['ink-faint']};
  }
  p {
    padding: ${space[12]};
    color: ${color['ink-soft']};
  }
`;

interface ChoicesProps {
  folderId: string;
  q: string;
  chosen: ReadonlySet<string>;
  onToggle: (id: string) => void;
}

/** The learner's guides that are not in the folder. */
const GuideChoices = ({ folderId, q, chosen, onToggle }: ChoicesProps): ReactNode => {
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
    <Choices aria-label="Guides">
      {others.map(({ _id, title, folderId: other }) => (
        <label key={_id}>
          <input
            type="checkbox"
            checked={chosen.has(_id)}
            disabled={!chosen.has(_id) && chosen.size >= mostAtOnce}
            onChange={() => onToggle(_id)}
          />
          <span>
            {title}
            {other !== null && <small>Now in {folders.find((folder) => folder._id === other)?.name ?? 'another folder'}</small>}
          </span>
        </label>
      ))}
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
    </Choices>
  );
};

export interface AddGuidesDialogProps {
  folder: Pick<FolderDetail, '_id' | 'name'>;
  onClose: () => void;
}

/** Moves chosen guides into a folder. */
export const AddGuidesDialog = ({ folder: { _id, name }, onClose }: AddGuidesDialogProps): ReactNode => {
  const [q, setQ] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setIsBusy] = useState(false);
  const { text: failure, report, clear } = useFailure();
  const toggle = (id: string): void => {
    setChosen((current) => new Set(current.has(id) ? [...current].filter((other) => other !== id) : [...current, id]));
  };
  const add = async (): Promise<void> => {
    if (chosen.size === 0 || isBusy) return;
    setIsBusy(true);
    clear();
    try {
      const done = await libraryChanges.moveGuides([...chosen], _id);
      if (done.length < chosen.size) toast.error(`${guideCount(chosen.size - done.length)} could not be moved.`);
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
        <GuideChoices folderId={_id} q={q.trim()} chosen={chosen} onToggle={toggle} />
        <FailureNotice>{failure}</FailureNotice>
        <DialogActions>
          <Button type="button" variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={chosen.size === 0} isBusy={isBusy} busyLabel="Adding...">
            {chosen.size === 0 ? 'Add guides' : `Add ${guideCount(chosen.size)}`}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
