import { sizes } from '@lectern/contracts';
import { TextField } from '@lectern/ui';
import type { ReactNode } from 'react';
import { EditDialog } from '../shared/EditDialog';
import { useEditDraft } from '../shared/useEditDraft';

export interface RenameDialogProps {
  /** Such as 'Rename Quiz'. */
  heading: string;
  itemId: string;
  title: string;
  /** @throws ApiError */
  save: (title: string) => Promise<void>;
  onClose: () => void;
}

/** Renames a quiz or deck. */
export const RenameDialog = ({ heading, itemId, title, save, onClose }: RenameDialogProps): ReactNode => {
  const draft = useEditDraft(`rename.${itemId}`, { title });
  const { values, change } = draft;
  const given = values.title.trim();
  return (
    <EditDialog
      title={heading}
      draft={draft}
      problems={given === '' ? { title: 'Please enter a title' } : {}}
      save={() => save(given)}
      saved="Renamed successfully"
      notSaved="Failed to rename"
      onClose={onClose}
    >
      {(shown) => (
        <TextField
          label="Title"
          maxLength={sizes.name}
          value={values.title}
          error={shown['title']}
          onChange={(event) => {
            change({ title: event.target.value });
          }}
        />
      )}
    </EditDialog>
  );
};
