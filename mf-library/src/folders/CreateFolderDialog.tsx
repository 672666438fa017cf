import { nameProblem } from '@lectern/contracts';
import { isUpgradeRequired, toast, useDraft, useFailure, useIdempotencyKey, type Draft } from '@lectern/platform';
import { Button, Dialog, DialogActions, FailureNotice, Form, TextField } from '@lectern/ui';
import { useState, type FormEvent, type ReactNode } from 'react';
import { libraryChanges } from '../shared/libraryChanges';

export interface CreateFolderDialogProps {
  isOpen: boolean;
  onClose: () => void;
}

interface FolderForm {
  name: Draft<string>;
  problem: string | undefined;
  isBusy: boolean;
  failure: string | undefined;
  create: () => Promise<void>;
}

const useFolderForm = (onClose: () => void): FolderForm => {
  const { keyFor, done } = useIdempotencyKey();
  const name = useDraft('create-folder.name', '');
  const [isBusy, setIsBusy] = useState(false);
  const { text: failure, report, clear } = useFailure();
  const problem = nameProblem(name.value);
  const create = async (): Promise<void> => {
    const trimmed = name.value.trim();
    if (problem !== undefined || isBusy) return;
    setIsBusy(true);
    clear();
    try {
      await libraryChanges.createFolder(trimmed, keyFor(trimmed));
      done();
      toast.success('Folder created successfully');
      name.clear();
      onClose();
    } catch (error) {
      // The upgrade modal replaces this dialog. The name is kept for the next time.
      if (isUpgradeRequired(error)) onClose();
      report(error, 'Failed to create folder');
    } finally {
      setIsBusy(false);
    }
  };
  return { name, problem, isBusy, failure, create };
};

/** Asks for a name. The typed name is kept until the folder was created or the learner cancels. */
export const CreateFolderDialog = ({ isOpen, onClose }: CreateFolderDialogProps): ReactNode => {
  const { name, problem, isBusy, failure, create } = useFolderForm(onClose);
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
          value={name.value}
          maxLength={200}
          // An empty field is not reported as an error yet.
          error={name.value.trim() === '' ? undefined : problem}
          onChange={(event) => {
            name.set(event.target.value);
          }}
        />
        <FailureNotice>{failure}</FailureNotice>
        <DialogActions>
          <Button
            type="button"
            variant="secondary"
            onClick={() => {
              name.clear();
              onClose();
            }}
          >
            Cancel
          </Button>
          <Button type="submit" disabled={problem !== undefined} isBusy={isBusy} busyLabel="Creating...">
            Create
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
