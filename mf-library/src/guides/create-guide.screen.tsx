import { calls, pptxType } from '@lectern/contracts';
import { call, openUpgradeModal, reportError, toast, useDraft, useIdempotencyKey, useLimits, usePageTitle } from '@lectern/platform';
import { useNavigate } from '@lectern/platform/router';
import {
  AlertCircle,
  Button,
  color,
  focusIfLost,
  Form,
  FormActions,
  Notice,
  PageHead,
  Presentation,
  ProgressOverlay,
  size,
  space,
  TextArea,
} from '@lectern/ui';
import { useRef, useState, type FormEvent, type KeyboardEvent, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { libraryChanges } from '../shared/libraryChanges';
import { DeckField } from './DeckField';
import { asDeck } from './pptxFile';
import { samples, type Sample } from './samples';
import { useDeck } from './useDeck';
import { useFileDrop } from './useFileDrop';

const Narrow = styled.div`
  max-width: 760px;
`;
const Chips = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
`;
const Samples = styled.section`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};
  font-size: ${size[14]};
  color: ${color['ink-faint']};
  button {
    white-space: normal;
  }
`;

const styles = ['ADPIE', 'IRAC', 'SOAP', 'Cornell', 'Outline'] as const;
const stages = ['Reading your material', 'Finding the key ideas', 'Writing your guide', 'Checking it against the source'] as const;

/** How far the deck has left the browser, in words; nothing to say for text alone. */
const uploadLine = (file: File | undefined, fraction: number): string | undefined => {
  if (!file) return undefined;
  return fraction < 1 ? `Uploading your deck: ${String(Math.floor(fraction * 100))} %` : 'Uploaded, reading it now';
};

/** Makes a guide from a deck, pasted text, or both. What was chosen and typed stays until the guide is there or the learner cancels. */
export const CreateGuideScreen = (): ReactNode => {
  usePageTitle('Create Study Guide');
  const navigate = useNavigate();
  const { isAtLimit, limitOf } = useLimits();
  const { keyFor, done } = useIdempotencyKey();
  const { file, outline, take } = useDeck();
  const content = useDraft('create-guide.content', '');
  const style = useDraft('create-guide.style', '');
  const [isRunning, setIsRunning] = useState(false);
  const [uploaded, setUploaded] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);
  const send = useRef<HTMLButtonElement>(null);
  const [loadingSample, setLoadingSample] = useState<string>();

  const choose = (chosen: File | undefined): void => {
    const deck = chosen && asDeck(chosen);
    if (chosen && !deck) toast.error('Please upload a PPTX file');
    else take(deck);
  };
  const isOver = useFileDrop(choose);

  const empty = (): void => {
    take(undefined);
    content.clear();
    style.clear();
  };

  const trySample = async (sample: Sample): Promise<void> => {
    setLoadingSample(sample.fileName);
    try {
      const response = await fetch(sample.url);
      if (!response.ok) throw new Error(`The sample answered ${String(response.status)}.`);
      take(new File([await response.blob()], sample.fileName, { type: pptxType }));
    } catch (error) {
      reportError(error, 'The sample could not be loaded. Please try again.');
    } finally {
      setLoadingSample(undefined);
    }
  };

  const generate = async (): Promise<void> => {
    if (isRunning) return;
    if (!file && !content.value.trim()) {
      toast.error('Please enter some content or upload a PowerPoint file');
      return;
    }
    const body = new FormData();
    if (file) body.set('file', file);
    if (content.value.trim()) body.set('textContent', content.value);
    // What is left empty is none (specification, section 5).
    body.set('stylePreference', style.value.trim() || 'null');
    setUploaded(0);
    setHasFailed(false);
    setIsRunning(true);
    try {
      const idempotencyKey = keyFor([file?.name, file?.size, file?.lastModified, content.value, style.value]);
      const guide = await call(calls.createStudyMaterial, { body, idempotencyKey, onUpload: setUploaded, hasOwnProgress: true });
      done();
      empty();
      libraryChanges.guideCreated(guide);
      toast.success('Study guide created successfully!');
      void navigate('/study-materials');
    } catch (error) {
      setHasFailed(true);
      reportError(error);
      // The overlay took the focus, and the button was out of use meanwhile.
      focusIfLost(() => send.current);
    } finally {
      setIsRunning(false);
    }
  };

  /** Ctrl or Cmd and Enter send from within a text of several lines, where Enter alone begins a new one. */
  const sendByKeys = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void generate();
  };

  return (
    <Narrow>
      <PageHead title="Create Study Guide" context="From slides, notes, or both." />
      <Form
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void generate();
        }}
        onKeyDown={sendByKeys}
      >
        {isAtLimit('studyMaterials') && (
          <Notice
            tone="warning"
            icon={<AlertCircle aria-hidden />}
            action={
              <Button
                variant="secondary"
                onClick={() => {
                  openUpgradeModal();
                }}
              >
                See premium
              </Button>
            }
          >
            You have {limitOf('studyMaterials')} study guides, as many as the free plan holds. Delete one, or upgrade to make more.
          </Notice>
        )}
        <DeckField file={file} outline={outline} isOver={isOver} onChoose={choose} />
        {!file && (
          <Samples aria-label="Samples">
            <span>No slides at hand? Try a sample:</span>
            {samples.map((sample) => (
              <Button
                key={sample.fileName}
                type="button"
                variant="secondary"
                icon={<Presentation aria-hidden />}
                isBusy={loadingSample === sample.fileName}
                onClick={() => void trySample(sample)}
              >
                {sample.title}
              </Button>
            ))}
          </Samples>
        )}
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
        <TextArea
          label="Style Preference"
          hint="Optional: how the guide should be arranged, by name or in your own words."
          rows={2}
          maxLength={2_000}
          value={style.value}
          onChange={(event) => {
            style.set(event.target.value);
          }}
        />
        <Chips role="group" aria-label="Styles">
          {styles.map((name) => (
            <Button
              key={name}
              type="button"
              variant={style.value === name ? 'primary' : 'secondary'}
              aria-pressed={style.value === name}
              onClick={() => {
                style.set(style.value === name ? '' : name);
              }}
            >
              {name}
            </Button>
          ))}
        </Chips>
        {hasFailed && (
          <Notice tone="danger" icon={<AlertCircle aria-hidden />}>
            The guide was not made. Everything you chose and typed is still here; generate it again when you are ready.
          </Notice>
        )}
        <FormActions>
          <Button
            type="button"
            variant="secondary"
            onClick={() => {
              empty();
              void navigate('/study-materials');
            }}
          >
            Cancel
          </Button>
          <Button ref={send} type="submit" isBusy={isRunning} busyLabel="Processing...">
            Generate Guide
          </Button>
        </FormActions>
      </Form>
      {isRunning && (
        <ProgressOverlay title="Creating Your Study Guide" stages={stages} totalSeconds={35} detail={uploadLine(file, uploaded)} />
      )}
    </Narrow>
  );
};
