import { useIdempotencyKey } from '@lectern/platform';
import type { ReactNode } from 'react';
import { libraryChanges } from '../shared/libraryChanges';
import { NameDialog } from '../shared/NameDialog';

export interface CreateFolderDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

export const CreateFolderDialog = (props: CreateFolderDialogProps): ReactNode => {
  const { keyFor, done } = useIdempotencyKey();
  return (
    <NameDialog
      {...props}
      title="Create Folder"
      label="Folder Name"
      submit={['Create', 'Creating...']}
      draft="create-folder.name"
      save={async (name) => {
        await libraryChanges.createFolder(name, keyFor(name));
        done();
      }}
      done="Folder created successfully"
      failed="Failed to create folder"
    />
  );
};
