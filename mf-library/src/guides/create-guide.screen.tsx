import { calls } from '@lectern/contracts';
import { call, reportError, toast, useIdempotencyKey, usePageTitle } from '@lectern/platform';
import { useNavigate } from '@lectern/platform/router';
import { Button, color, Form, FormActions, PageHead, Presentation, ProgressOverlay, size, space, TextArea } from '@lectern/ui';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { useLibraryChanges } from '../shared/libraryQueries';
import { DeckField } from './DeckField';
import { asDeck, pptxType } from './pptxFile';
import { readOutline, type DeckOutline } from './readOutline';
import { samples, type Sample } from './samples';

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
`;

const styles = ['ADPIE', 'IRAC', 'SOAP', 'Cornell', 'Outline'] as const;
const stages = ['Reading your material', 'Finding the key ideas', 'Writing your guide', 'Checking it against the source'] as const;

/** Makes a guide from a deck, pasted text, or both. */
export const CreateGuideScreen = (): ReactNode => {
  usePageTitle('Create Study Guide');
  const navigate = useNavigate();
  const { guideCreated } = useLibraryChanges();
  const { keyFor, done } = useIdempotencyKey();
  const [file, setFile] = useState<File>();
  const [outline, setOutline] = useState<DeckOutline>();
  const latest = useRef<File>(undefined);
  const [content, setContent] = useState('');
  const [style, setStyle] = useState('');
  const [isRunning, setIsRunning] = useState(false);
  const [loadingSample, setLoadingSample] = useState<string>();

  const take = (deck: File | undefined): void => {
    latest.current = deck;
    setFile(deck);
    setOutline(undefined);
    if (!deck) return;
    void readOutline(deck).then((found) => {
      // Another file may have been chosen meanwhile.
      setOutline((current) => (latest.current === deck ? found : current));
    });
  };

  const choose = (chosen: File | undefined): void => {
    const deck = chosen && asDeck(chosen);
    if (chosen && !deck) toast.error('Please upload a PPTX file');
    else take(deck);
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
    if (!file && !content.trim()) {
      toast.error('Please enter some content or upload a PowerPoint file');
      return;
    }
    const body = new FormData();
    if (file) body.set('file', file);
    if (content.trim()) body.set('textContent', content);
    // What is left empty is none (specification, section 5).
    body.set('stylePreference', style.trim() || 'null');
    setIsRunning(true);
    try {
      const idempotencyKey = keyFor([file?.name, file?.size, file?.lastModified, content, style]);
      const guide = await call(calls.createStudyMaterial, { body, idempotencyKey });
      done();
      guideCreated(guide);
      toast.success('Study guide created successfully!');
      void navigate('/study-materials');
    } catch (error) {
      // File and text stay as they are, so that nothing has to be typed again.
      reportError(error);
    } finally {
      setIsRunning(false);
    }
  };

  return (
    <Narrow>
      <PageHead title="Create Study Guide" context="From slides, notes, or both." />
      <Form
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void generate();
        }}
      >
        <DeckField file={file} outline={outline} onChoose={choose} />
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
          value={content}
          onChange={(event) => {
            setContent(event.target.value);
          }}
        />
        <TextArea
          label="Style Preference"
          hint="Optional: how the guide should be arranged, by name or in your own words."
          rows={2}
          maxLength={2_000}
          value={style}
          onChange={(event) => {
            setStyle(event.target.value);
          }}
        />
        <Chips role="group" aria-label="Styles">
          {styles.map((name) => (
            <Button
              key={name}
              type="button"
              variant={style === name ? 'primary' : 'secondary'}
              aria-pressed={style === name}
              onClick={() => {
                setStyle(style === name ? '' : name);
              }}
            >
              {name}
            </Button>
          ))}
        </Chips>
        <FormActions>
          <Button type="button" variant="secondary" onClick={() => void navigate('/study-materials')}>
            Cancel
          </Button>
          <Button type="submit" isBusy={isRunning} busyLabel="Processing...">
            Generate Guide
          </Button>
        </FormActions>
      </Form>
      {isRunning && <ProgressOverlay title="Creating Your Study Guide" stages={stages} totalSeconds={35} />}
    </Narrow>
  );
};
