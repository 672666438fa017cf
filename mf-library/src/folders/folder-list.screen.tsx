import type { Folder } from '@lectern/contracts';
import {
  errorText,
  formatDate,
  reportError,
  toast,
  useConfirm,
  useIdempotencyKey,
  useLimits,
  usePageTitle,
  useSearchText,
} from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import {
  Button,
  Card,
  CardGrid,
  CardGridSkeleton,
  cardLink,
  CardMeta,
  CardTitle,
  Dialog,
  DialogActions,
  EmptyState,
  ErrorState,
  FolderPlus,
  Form,
  LoadMore,
  Menu,
  PageHead,
  SearchField,
  space,
  TextField,
  Trash2,
} from '@lectern/ui';
import { useState, type FormEvent, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { itemsOf, useFolders, useLibraryChanges } from '../shared/libraryQueries';

const Tools = styled.div`
  max-width: 420px;
  margin-bottom: ${space[24]};
`;
const TitleLink = styled(Link)`
  ${cardLink}
`;

/** '1 study guide', '3 study guides' */
export const guideCount = (count: number): string => `${String(count)} study ${count === 1 ? 'guide' : 'guides'}`;

const CreateFolderDialog = ({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }): ReactNode => {
  const { createFolder } = useLibraryChanges();
  const { keyFor, done } = useIdempotencyKey();
  const [name, setName] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const create = async (): Promise<void> => {
    const trimmed = name.trim();
    if (!trimmed || isBusy) return;
    setIsBusy(true);
    try {
      await createFolder(trimmed, keyFor(trimmed));
      done();
      toast.success('Folder created successfully');
      setName('');
      onClose();
    } catch (error) {
      reportError(error, 'Failed to create folder');
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Create Folder">
      <Form
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void create();
        }}
      >
        <TextField
          label="Folder Name"
          value={name}
          maxLength={200}
          onChange={(event) => {
            setName(event.target.value);
          }}
        />
        <DialogActions>
          <Button type="button" variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!name.trim()} isBusy={isBusy} busyLabel="Creating...">
            Create
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};

/** All folders. */
export const FolderListScreen = (): ReactNode => {
  usePageTitle('My Folders');
  const confirm = useConfirm();
  const { unlessAtLimit } = useLimits();
  const search = useSearchText();
  const folders = useFolders(search.settled.trim());
  const { deleteFolder } = useLibraryChanges();
  const [isCreating, setIsCreating] = useState(false);
  const found = itemsOf(folders.data);
  const create = (): void => {
    unlessAtLimit('folders', () => {
      setIsCreating(true);
    });
  };

  const remove = async (folder: Folder): Promise<void> => {
    const question = 'Are you sure you want to delete this folder? Its study guides stay.';
    if (!(await confirm({ question, confirmLabel: 'Delete', isDestructive: true }))) return;
    try {
      await deleteFolder(folder._id);
      toast.success('Folder deleted successfully');
    } catch (error) {
      reportError(error, 'Failed to delete folder');
    }
  };

  const list = (): ReactNode => {
    if (folders.isPending) return <CardGridSkeleton label="Loading folders" count={3} />;
    if (folders.isError && found.length === 0)
      return (
        <ErrorState onRetry={() => void folders.refetch()} isRetrying={folders.isFetching} retryLabel="Try Again">
          {errorText(folders.error, 'Error loading folders')}
        </ErrorState>
      );
    if (found.length === 0 && search.settled.trim())
      return (
        <EmptyState drawing="search" title="No folders found">
          No folder has this in its name.
        </EmptyState>
      );
    if (found.length === 0)
      return (
        <EmptyState drawing="folder" title="Welcome to Folders!" action={<Button onClick={create}>Create Folder</Button>}>
          Keep the guides of a course together.
        </EmptyState>
      );
    return (
      <>
        <CardGrid>
          {found.map((folder) => (
            <Card
              key={folder._id}
              isRaisable
              menu={
                <Menu
                  title={folder.name}
                  entries={[
                    { label: 'Delete Folder', icon: <Trash2 aria-hidden />, isDestructive: true, onSelect: () => void remove(folder) },
                  ]}
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
          ))}
        </CardGrid>
        <LoadMore query={folders} />
      </>
    );
  };

  return (
    <>
      <PageHead
        title="My Folders"
        context="Your guides, by course or topic."
        actions={
          <Button icon={<FolderPlus aria-hidden />} onClick={create}>
            Create Folder
          </Button>
        }
      />
      <Tools>
        <SearchField placeholder="Search folders..." value={search.text} onChange={search.setText} />
      </Tools>
      {list()}
      <CreateFolderDialog
        isOpen={isCreating}
        onClose={() => {
          setIsCreating(false);
        }}
      />
    </>
  );
};
