import { useState, type FormEvent, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { Button } from './Button';
import { Dialog, DialogActions } from './Dialog';
import { Form } from './Form';
import { Flag } from './icons';
import { Notice } from './Notice';
import { TextArea } from './TextArea';
import { space } from './tokens';

const Foot = styled.div`
  margin: ${space[24]} 0 0 calc(-1 * ${space[16]});
  @media print {
    display: none;
  }
`;

export interface ReportPageProps {
  /** Reports the page to the operator. @returns the message for the reader */
  report: (reason: string) => Promise<string>;
}

interface ReportFormProps extends Pick<ReportPageProps, 'report'> {
  onClose: () => void;
}

/** The form of a report. It stays open with its text if the report could not be sent. */
const ReportForm = ({ report, onClose }: ReportFormProps): ReactNode => {
  const [reason, setReason] = useState('');
  const [state, setState] = useState<'writing' | 'sending' | 'failed' | { thanks: string }>('writing');
  const [wasTried, setWasTried] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setWasTried(true);
    if (reason.trim() === '' || state === 'sending') return;
    setState('sending');
    try {
      setState({ thanks: await report(reason.trim()) });
    } catch {
      setState('failed');
    }
  };
  if (typeof state === 'object')
    return (
      <>
        <p role="status">{state.thanks}</p>
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </>
    );
  return (
    <Form onSubmit={(event) => void submit(event)}>
      <TextArea
        label="What is wrong with this page?"
        hint="Your words reach the people who run this site, not the person who shares the page."
        rows={4}
        maxLength={1_000}
        value={reason}
        error={wasTried && reason.trim() === '' ? 'Please say what is wrong' : undefined}
        onChange={({ target }) => {
          setReason(target.value);
        }}
      />
      {state === 'failed' && <Notice tone="danger">The report could not be sent. Please try again in a moment.</Notice>}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" isBusy={state === 'sending'} busyLabel="Sending...">
          Send Report
        </Button>
      </DialogActions>
    </Form>
  );
};

/** The dialog that reports a shared page to the operator. */
export const ReportPageDialog = ({ isOpen, onClose, report }: ReportPageProps & { isOpen: boolean; onClose: () => void }): ReactNode => (
  <Dialog isOpen={isOpen} onClose={onClose} title="Report This Page">
    <ReportForm report={report} onClose={onClose} />
  </Dialog>
);

/** The foot of a shared page: a quiet button that reports it. */
export const ReportPage = ({ report }: ReportPageProps): ReactNode => {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Foot>
      <Button
        variant="quiet"
        icon={<Flag aria-hidden />}
        onClick={() => {
          setIsOpen(true);
        }}
      >
        Report this page
      </Button>
      <ReportPageDialog
        isOpen={isOpen}
        onClose={() => {
          setIsOpen(false);
        }}
        report={report}
      />
    </Foot>
  );
};
