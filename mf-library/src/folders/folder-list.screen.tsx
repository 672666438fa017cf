import { useLimits, usePageTitle, useSearchText } from '@lectern/platform';
import { Button, focusIfLost, FolderPlus, PageHead, SearchField } from '@lectern/ui';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { ListTools, OrderField } from '../shared/ListTools';
import { CreateFolderDialog } from './CreateFolderDialog';
import { FolderResults } from './FolderResults';

export const FolderListScreen = (): ReactNode => {
  usePageTitle('My Folders');
  const { unlessAtLimit } = useLimits();
  const search = useSearchText();
  const [isCreating, setIsCreating] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const create = (): void => {
    unlessAtLimit('folders', () => {
      setIsCreating(true);
    });
  };
  // A stable function, so that typing in the search does not re-render the list.
  const latest = useRef(create);
  useEffect(() => {
    latest.current = create;
  });
  const createStable = useCallback(() => {
    latest.current();
  }, []);
  return (
    <>
      <PageHead
        title="My Folders"
        context="Your guides, by course or topic."
        actions={
          <Button ref={button} icon={<FolderPlus aria-hidden />} onClick={create}>
            Create Folder
          </Button>
        }
      />
      <ListTools>
        <SearchField placeholder="Search folders..." maxLength={200} value={search.text} onChange={search.setText} />
        <OrderField />
      </ListTools>
      <FolderResults q={search.settled} onCreate={createStable} />
      <CreateFolderDialog
        isOpen={isCreating}
        onClose={() => {
          setIsCreating(false);
          // Once the first folder is created, the empty list's button is gone.
          focusIfLost(() => button.current);
        }}
      />
    </>
  );
};
