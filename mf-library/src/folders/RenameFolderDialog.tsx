import type { Folder } from '@lectern/contracts';
import type { ReactNode } from 'react';
import { libraryChanges } from '../shared/libraryChanges';
import { NameDialog } from '../shared/NameDialog';

export interface RenameFolderDialogProps {
  folder: Pick<Folder, '_id' | 'name'>;
  onClose: () => void;
}

export const RenameFolderDialog = ({ folder: { _id, name }, onClose }: RenameFolderDialogProps): ReactNode => (
  <NameDialog
    isOpen
    title="Rename Folder"
    label="Folder Name"
    submit={['Rename', 'Renaming...']}
    draft={`rename.${_id}`}
    initial={name}
    save={(next) => libraryChanges.renameFolder(_id, next)}
    done="Renamed successfully"
    failed="Failed to rename the folder"
    onClose={onClose}
  />
);
