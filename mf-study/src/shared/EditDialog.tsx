import { confirm, reportError, toast } from '@lectern/platform';
import { Button, Dialog, DialogActions, Form } from '@lectern/ui';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { EditDraft } from './useEditDraft';

interface EditFormProps {
  /** Error messages by field path; empty if the values can be saved. */
  problems: Readonly<Record<string, string>>;
  save: () => Promise<void>;
  saved: string;
  notSaved: string;
  /** Label of the submit button. Defaults to 'Save Changes'. */
  submit?: string;
  onFailure?: (error: unknown) => void;
  clear: () => void;
  /** Closes the dialog after saving. */
  onClose: () => void;
  /** Closes the dialog without saving. */
  onCancel: () => void;
  /** Renders the fields. `shown` holds the errors to display; it is empty until the first attempt to save. */
  children: (shown: Readonly<Record<string, string>>) => ReactNode;
}

const none = {};

/** Saves, one call at a time, or focuses the first invalid field. */
const useSaving = ({ problems, save, saved, notSaved, onFailure, clear, onClose }: EditFormProps) => {
  const [attempts, setAttempts] = useState(0);
  const [isBusy, setIsBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempts]);
  const submit = async (): Promise<void> => {
    if (isBusy) return;
    if (Object.keys(problems).length > 0) {
      setAttempts((count) => count + 1);
      return;
    }
    setIsBusy(true);
    try {
      await save();
      toast.success(saved);
      clear();
      onClose();
    } catch (error) {
      onFailure?.(error);
      reportError(error, notSaved);
    } finally {
      setIsBusy(false);
    }
  };
  return { form, attempts, isBusy, submit };
};

/** A form that shows errors at its fields, and keeps the input until it is saved or discarded. */
const EditForm = (props: EditFormProps): ReactNode => {
  const { problems, submit: label = 'Save Changes', onCancel, children } = props;
  const { form, attempts, isBusy, submit } = useSaving(props);
  return (
    <Form
      ref={form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
        event.preventDefault();
        void submit();
      }}
    >
      {children(attempts > 0 ? problems : none)}
      <DialogActions>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" isBusy={isBusy} busyLabel="Saving...">
          {label}
        </Button>
      </DialogActions>
    </Form>
  );
};

export interface EditDialogProps extends Omit<EditFormProps, 'clear' | 'onCancel'> {
  title: string;
  isWide?: boolean;
  draft: Pick<EditDraft<object>, 'isChanged' | 'clear'>;
}

/** Confirms before discarding input, however the dialog is closed: by Escape, Cancel, or a click outside. */
const useDiscarding = ({ draft: { isChanged, clear }, onClose }: EditDialogProps): (() => Promise<void>) => {
  const isAsking = useRef(false);
  return async () => {
    if (isAsking.current) return;
    isAsking.current = true;
    const question = 'Discard your changes?';
    const isSure = !isChanged || (await confirm({ question, confirmLabel: 'Discard', cancelLabel: 'Keep Editing', isDestructive: true }));
    isAsking.current = false;
    if (!isSure) return;
    clear();
    onClose();
  };
};

/** A dialog with a form. */
export const EditDialog = (props: EditDialogProps): ReactNode => {
  const { title, isWide = false, draft, ...form } = props;
  const discard = useDiscarding(props);
  return (
    <Dialog isOpen isWide={isWide} onClose={() => void discard()} title={title}>
      <EditForm {...form} clear={draft.clear} onCancel={() => void discard()} />
    </Dialog>
  );
};
