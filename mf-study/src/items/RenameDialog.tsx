import { sizes } from '@lectern/contracts';
import { Dialog, TextField } from '@lectern/ui';
import type { ReactNode } from 'react';
import { EditForm } from '../shared/EditForm';
import { useEditDraft } from '../shared/useEditDraft';

export interface RenameDialogProps {
  /** 'Rename Quiz' */
  heading: string;
  itemId: string;
  title: string;
  /** @throws ApiError */
  save: (title: string) => Promise<void>;
  onClose: () => void;
}

/** Changes the title of a quiz or deck. */
export const RenameDialog = ({ heading, itemId, title, save, onClose }: RenameDialogProps): ReactNode => {
  const { values, change, clear } = useEditDraft(`rename.${itemId}`, { title });
  const given = values.title.trim();
  return (
    <Dialog isOpen onClose={onClose} title={heading}>
      <EditForm
        problems={given === '' ? { title: 'Please enter a title' } : {}}
        save={() => save(given)}
        saved="Renamed successfully"
        notSaved="Failed to rename"
        clear={clear}
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
      </EditForm>
    </Dialog>
  );
};
