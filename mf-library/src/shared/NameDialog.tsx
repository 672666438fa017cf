import { nameProblem, sizes } from '@lectern/contracts';
import { isUpgradeRequired, toast, useDraft, useFailure } from '@lectern/platform';
import { Button, Dialog, DialogActions, FailureNotice, Form, TextField } from '@lectern/ui';
import { useState, type FormEvent, type ReactNode } from 'react';

export interface NameDialogProps {
  isOpen: boolean;
  /** The dialog's title: 'Create Folder'. */
  title: string;
  /** The field's label: 'Folder Name'. */
  label: string;
  /** The labels of the submit button. */
  submit: readonly [idle: string, busy: string];
  /** The storage key of the draft. The draft is kept until the name is saved or the learner cancels. */
  draft: string;
  /** The current name. Empty for a new item. */
  initial?: string;
  /** @throws ApiError */
  save: (name: string) => Promise<unknown>;
  /** The toast after success. */
  done: string;
  /** The fallback message for a failure without a server message. */
  failed: string;
  onClose: () => void;
}

type NameForm = Pick<NameDialogProps, 'draft' | 'initial' | 'save' | 'done' | 'failed' | 'onClose'>;

const useNameForm = ({ draft, initial = '', save, done, failed, onClose }: NameForm) => {
  const name = useDraft(draft, initial);
  const [isBusy, setIsBusy] = useState(false);
  const { text: failure, report, clear } = useFailure();
  const problem = nameProblem(name.value);
  const submit = async (): Promise<void> => {
    if (problem !== undefined || isBusy) return;
    setIsBusy(true);
    clear();
    try {
      await save(name.value.trim());
      toast.success(done);
      name.clear();
      onClose();
    } catch (error) {
      // The upgrade modal replaces this dialog. The name is kept for the next attempt.
      if (isUpgradeRequired(error)) onClose();
      report(error, failed);
    } finally {
      setIsBusy(false);
    }
  };
  return { name, problem, isBusy, failure, submit };
};

/** A dialog with a single name field. */
export const NameDialog = ({ isOpen, title, label, submit: [idle, busy], onClose, ...form }: NameDialogProps): ReactNode => {
  const { name, problem, isBusy, failure, submit } = useNameForm({ ...form, onClose });
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <Form
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextField
          label={label}
          value={name.value}
          maxLength={sizes.name}
          // An empty field is not an error yet.
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
          <Button type="submit" disabled={problem !== undefined} isBusy={isBusy} busyLabel={busy}>
            {idle}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
