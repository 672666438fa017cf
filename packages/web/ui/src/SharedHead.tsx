import { useState, type FormEvent, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { Button } from './Button';
import { Dialog, DialogActions } from './Dialog';
import { Form } from './Form';
import { IconButton } from './IconButton';
import { Copy, Flag } from './icons';
import { Notice } from './Notice';
import { PageHead } from './PageHead';
import { TextArea } from './TextArea';

const Head = styled.div`
  @media print {
    button {
      display: none;
    }
  }
`;

export interface SharedHeadProps {
  title: ReactNode;
  /** 'Study guide' */
  what: string;
  /** The owner's first name; `null` if it is not shown. */
  owner: string | null;
  /** Further context: '12 cards' */
  context?: string;
  /** Defaults to 'Copy to my Lectern'. */
  copyLabel?: string;
  isCopying: boolean;
  onCopy: () => void;
  /** Reports the page to the operator. @returns the message for the reader */
  report: (reason: string) => Promise<string>;
}

interface ReportFormProps extends Pick<SharedHeadProps, 'report'> {
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

/** The head of a page that anyone with its link can read: who shares it, and the buttons to copy and to report it. */
export const SharedHead = ({
  title,
  what,
  owner,
  context,
  copyLabel = 'Copy to my Lectern',
  isCopying,
  onCopy,
  report,
}: SharedHeadProps): ReactNode => {
  const [isReporting, setIsReporting] = useState(false);
  const close = (): void => {
    setIsReporting(false);
  };
  return (
    <Head>
      <PageHead
        title={title}
        context={[owner === null ? `Shared ${what}` : `${what.charAt(0).toUpperCase()}${what.slice(1)} shared by ${owner}`, context]
          .filter(Boolean)
          .join(' · ')}
        actions={
          <>
            <Button icon={<Copy aria-hidden />} isBusy={isCopying} busyLabel="Copying..." onClick={onCopy}>
              {copyLabel}
            </Button>
            <IconButton
              label="Report this page"
              onClick={() => {
                setIsReporting(true);
              }}
            >
              <Flag aria-hidden />
            </IconButton>
          </>
        }
      />
      <Dialog isOpen={isReporting} onClose={close} title="Report This Page">
        <ReportForm report={report} onClose={close} />
      </Dialog>
    </Head>
  );
};
