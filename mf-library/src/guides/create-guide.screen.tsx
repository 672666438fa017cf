import { calls } from '@lectern/contracts';
import { call, isModel, useEngine, usePageTitle } from '@lectern/platform';
import { useNavigate } from '@lectern/platform/router';
import { Button, FailureNotice, FieldProblem, focusIfLost, Form, FormActions, PageHead, ProgressOverlay, TextArea } from '@lectern/ui';
import { useRef, type FormEvent, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { styled } from 'styled-components';
import { FilesField } from './FilesField';
import { guideStages } from './guideStages';
import { GuideLimitNotice } from './GuideLimitNotice';
import { StyleField } from './StyleField';
import { nothingGiven, useGuideForm, type GuideForm } from './useGuideForm';

const Narrow = styled.div`
  max-width: 760px;
`;

/** The upload's progress in words. Undefined without files. */
const uploadLine = ({ files: { chosen }, uploaded }: GuideForm): string | undefined => {
  if (chosen.length === 0) return undefined;
  const isOne = chosen.length === 1;
  if (uploaded < 1) return `Uploading your ${isOne ? 'file' : 'files'}: ${String(Math.floor(uploaded * 100))}%`;
  return `Uploaded. Reading ${isOne ? 'it' : 'them'} now.`;
};

/** The problems of the last attempt, shown until the next one. */
const Problems = ({ isEmpty, failure }: Pick<GuideForm, 'isEmpty' | 'failure'>): ReactNode => (
  <>
    {isEmpty && <FieldProblem isAnnounced>{nothingGiven}</FieldProblem>}
    {failure !== undefined && <FailureNotice>{failure} The guide was not created. Your files and text are still here.</FailureNotice>}
  </>
);

const firstControlOf = ({ current }: RefObject<HTMLElement | null>): HTMLElement | null | undefined =>
  current?.querySelector<HTMLElement>('button, input');

/** Has no box of its own: its children are rows of the form. */
const Part = styled.div`
  display: contents;
`;

const Progress = ({ form }: { form: GuideForm }): ReactNode => {
  const { progressKey: key } = form;
  // Lectern's own engine finishes before there is progress to report.
  const isSlow = isModel(useEngine(calls.getGuideEngine));
  const read = () => call(calls.getGuideProgress, { path: { key: key ?? '' }, hasOwnProgress: true });
  return (
    <ProgressOverlay
      isOpen={form.isRunning}
      title="Creating Your Study Guide"
      stages={guideStages}
      totalSeconds={35}
      detail={uploadLine(form)}
      progress={isSlow && key !== undefined ? { part: 'section', read } : undefined}
      isUploading={form.cancel !== undefined}
      onCancel={form.cancel}
    />
  );
};

const ContentField = ({ content }: Pick<GuideForm, 'content'>): ReactNode => (
  <TextArea
    label="Content"
    placeholder="Paste study material or additional notes here..."
    rows={10}
    maxLength={1_000_000}
    value={content.value}
    onChange={(event) => {
      content.set(event.target.value);
    }}
  />
);

/**
 * Generates a guide from a deck, documents, pasted text, or any combination. The input is kept until the guide is created or the learner
 * cancels.
 */
export const CreateGuideScreen = (): ReactNode => {
  usePageTitle('Create Study Guide');
  const navigate = useNavigate();
  const send = useRef<HTMLButtonElement>(null);
  const files = useRef<HTMLDivElement>(null);
  const toList = (): void => void navigate('/study-materials');
  const form = useGuideForm({
    // The list highlights the new guide.
    onDone: ({ _id }) => void navigate('/study-materials', { state: { createdGuide: _id } }),
    onFailed: (isOfFiles) => {
      // The overlay took the focus, and the button was disabled. A message about a file is shown at its field, which may be out of view on
      // a phone.
      focusIfLost(() => (isOfFiles ? firstControlOf(files) : send.current));
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void form.generate();
  };
  /** Enter inserts a line break in a text area, so Ctrl+Enter and Cmd+Enter submit the form. */
  const submitByKeys = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
  };
  const cancel = (): void => {
    form.clear();
    toList();
  };

  return (
    <Narrow>
      <PageHead title="Create Study Guide" context="From slides, documents, notes, or all of them." />
      <Form onSubmit={submit} onKeyDown={submitByKeys}>
        <GuideLimitNotice />
        <Part ref={files}>
          <FilesField {...form.files} />
        </Part>
        <ContentField content={form.content} />
        <StyleField value={form.style.value} onChange={form.style.set} />
        <Problems isEmpty={form.isEmpty} failure={form.failure} />
        <FormActions>
          <Button type="button" variant="secondary" onClick={cancel}>
            Cancel
          </Button>
          <Button
            ref={send}
            type="submit"
            isBusy={form.isRunning || form.files.isReading}
            busyLabel={form.isRunning ? 'Processing...' : 'Reading...'}
          >
            Generate Guide
          </Button>
        </FormActions>
      </Form>
      <Progress form={form} />
    </Narrow>
  );
};
