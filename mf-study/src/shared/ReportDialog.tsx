import { sizes, type Report, type ReportReason } from '@lectern/contracts';
import { reportError, toast, useDraft, type Draft } from '@lectern/platform';
import { Button, Dialog, DialogActions, Form, RadioField, TextArea } from '@lectern/ui';
import { useState, type FormEvent, type ReactNode } from 'react';

type ItemKind = 'question' | 'card';

const reasons: Record<ItemKind, { value: ReportReason; label: string }[]> = {
  question: [
    { value: 'wrong', label: 'The answer or the explanation is wrong.' },
    { value: 'unclear', label: 'I cannot tell what is meant.' },
    { value: 'trivial', label: 'It is not worth asking.' },
    { value: 'other', label: 'Something else.' },
  ],
  card: [
    { value: 'wrong', label: 'What it says is wrong.' },
    { value: 'unclear', label: 'I cannot tell what is meant.' },
    { value: 'trivial', label: 'It is not worth learning.' },
    { value: 'other', label: 'Something else.' },
  ],
};

const titles: Record<ItemKind, string> = { question: 'Report Question', card: 'Report Card' };

export interface ReportDialogProps {
  kind: ItemKind;
  /** Id of the question or card. The input is stored under it. */
  itemId: string;
  isOpen: boolean;
  onClose: () => void;
  /** Sends the report. @returns the message for the learner */
  send: (report: Report) => Promise<string>;
}

interface ReportDraft {
  reason: Draft<ReportReason | ''>;
  comment: Draft<string>;
  /** Whether the learner tried to send without a reason. */
  isMissing: boolean;
  isBusy: boolean;
  /** Deletes the input and closes the dialog. */
  forget: () => void;
  submit: () => Promise<void>;
}

const useReportDraft = ({ itemId, onClose, send }: Pick<ReportDialogProps, 'itemId' | 'onClose' | 'send'>): ReportDraft => {
  const reason = useDraft<ReportReason | ''>(`report.${itemId}.reason`, '');
  const comment = useDraft(`report.${itemId}.comment`, '');
  const [wasTried, setWasTried] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const forget = (): void => {
    reason.clear();
    comment.clear();
    onClose();
  };
  const submit = async (): Promise<void> => {
    if (reason.value === '') {
      setWasTried(true);
      return;
    }
    if (isBusy) return;
    setIsBusy(true);
    try {
      const text = comment.value.trim();
      toast.success(await send({ reason: reason.value, ...(text && { comment: text }) }));
      forget();
    } catch (error) {
      reportError(error, 'Failed to send the report');
    } finally {
      setIsBusy(false);
    }
  };
  return { reason, comment, isMissing: wasTried && reason.value === '', isBusy, forget, submit };
};

const ReportForm = ({ kind, ...rest }: Omit<ReportDialogProps, 'isOpen'>): ReactNode => {
  const { reason, comment, isMissing, isBusy, forget, submit } = useReportDraft(rest);
  return (
    <Form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void submit();
      }}
    >
      <RadioField
        label={`What is wrong with this ${kind}?`}
        options={reasons[kind]}
        value={reason.value === '' ? undefined : reason.value}
        onChange={reason.set}
        error={isMissing ? 'Please choose a reason' : undefined}
      />
      <TextArea
        label="Comment"
        hint="Optional. What should it say?"
        rows={3}
        maxLength={sizes.reportComment}
        value={comment.value}
        onChange={(event) => {
          comment.set(event.target.value);
        }}
      />
      <DialogActions>
        <Button variant="secondary" onClick={forget}>
          Cancel
        </Button>
        <Button type="submit" isBusy={isBusy} busyLabel="Sending...">
          Send Report
        </Button>
      </DialogActions>
    </Form>
  );
};

/** The dialog that reports a problem with a question or card. The input is kept until it is sent or the learner cancels. */
export const ReportDialog = ({ isOpen, ...rest }: ReportDialogProps): ReactNode => (
  <Dialog isOpen={isOpen} onClose={rest.onClose} title={titles[rest.kind]}>
    <ReportForm {...rest} />
  </Dialog>
);
