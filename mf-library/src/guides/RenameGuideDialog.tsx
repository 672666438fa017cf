import type { StudyMaterialListItem } from '@lectern/contracts';
import type { ReactNode } from 'react';
import { libraryChanges } from '../shared/libraryChanges';
import { NameDialog } from '../shared/NameDialog';

export interface RenameGuideDialogProps {
  guide: Pick<StudyMaterialListItem, '_id' | 'title'>;
  onClose: () => void;
}

export const RenameGuideDialog = ({ guide: { _id, title }, onClose }: RenameGuideDialogProps): ReactNode => (
  <NameDialog
    isOpen
    title="Rename Guide"
    label="Title"
    submit={['Rename', 'Renaming...']}
    draft={`rename.${_id}`}
    initial={title}
    save={(next) => libraryChanges.updateGuide(_id, { title: next })}
    done="Renamed successfully"
    failed="Failed to rename the guide"
    onClose={onClose}
  />
);
