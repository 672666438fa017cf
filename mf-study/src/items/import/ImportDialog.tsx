import { importBounds, nameProblem, sizes, type DeckImport, type Limits } from '@lectern/contracts';
import { useLimits } from '@lectern/platform';
import {
  Button,
  color,
  Dialog,
  DialogActions,
  FieldProblem,
  FileText,
  Form,
  motion,
  ProgressBar,
  radius,
  size,
  space,
  TextField,
  Upload,
} from '@lectern/ui';
import { useId, type FormEvent, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { ExistingField } from './ExistingField';
import { ImportPreview } from './ImportPreview';
import { useImportForm, type ImportForm } from './useImportForm';

const Area = styled.div`
  position: relative;
  display: grid;
  justify-items: center;
  gap: ${space[4]};
  min-height: 44px;
  padding: ${space[16]};
  border: 1.5px dashed ${color['line-strong']};
  border-radius: ${radius.card};
  text-align: center;
  transition: border-color ${motion.state};
  &:hover {
    border-color: ${color.accent};
  }
  &:focus-within {
    outline: 2px solid ${color.accent};
    outline-offset: 2px;
  }
  svg {
    width: 24px;
    height: 24px;
    color: ${color.accent};
  }
  label {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  p {
    font-size: ${size[14]};
    color: ${color['ink-soft']};
  }
  input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    opacity: 0;
    cursor: pointer;
  }
`;
const Limit = styled.p`
  font-size: ${size[14]};
  color: ${color['ink-soft']};
`;

/** Accepted extensions and media types of text files. Some systems have no media type for Anki packages. */
const accepted = '.apkg,.csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values';

const fileText = `An Anki package (.apkg), or a text file with one card per line (.csv, .tsv, .txt), such as Quizlet exports. Up to ${String(
  importBounds.fileBytes / 1024 / 1024,
)} MB, ${importBounds.cards.toLocaleString('en')} cards and ${String(importBounds.decks)} decks.`;

const limitText = ({ flashcards }: Limits): string | undefined => {
  const { current, limit, cardsPerDeck } = flashcards;
  if (limit === null && cardsPerDeck === null) return undefined;
  return `Your plan: ${String(current)} of ${String(limit)} decks used, up to ${String(cardsPerDeck)} cards per deck.`;
};

const FileArea = ({ file, choose, running }: Pick<ImportForm, 'file' | 'choose' | 'running'>): ReactNode => {
  const id = useId();
  return (
    <Area>
      {file ? <FileText aria-hidden /> : <Upload aria-hidden />}
      <label htmlFor={id}>{file ? `${file.name}: choose another file` : 'Choose a file'}</label>
      <p id={`${id}-hint`}>{fileText}</p>
      <input
        id={id}
        type="file"
        accept={accepted}
        disabled={running?.work === 'import'}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          // Reset, so that the same file can be chosen again.
          event.target.value = '';
          if (chosen) choose(chosen);
        }}
      />
    </Area>
  );
};

/** Upload progress, then the service's progress on the file. */
const Progress = ({ running }: { running: NonNullable<ImportForm['running']> }): ReactNode => {
  const label = running.sent < 1 ? 'Sending the file...' : running.work === 'preview' ? 'Reading the file...' : 'Importing...';
  return (
    <div>
      <p role="status">{label}</p>
      <ProgressBar label={label} percent={running.sent * 100} isThin />
    </div>
  );
};

export interface ImportDialogProps {
  /** A file dropped on the page. */
  file: File | undefined;
  onImported: (made: DeckImport) => void;
  onClose: () => void;
}

/** Imports decks from a file: first a preview, then the import. */
export const ImportDialog = ({ file: dropped, onImported, onClose }: ImportDialogProps): ReactNode => {
  const form = useImportForm(dropped, onImported);
  const { file, choose, preview, columns, title, setTitle, running, failure, send } = form;
  const { limits } = useLimits();
  const hasTitle = preview?.decks.length === 1;
  const problem = hasTitle && title.trim() !== '' ? nameProblem(title) : undefined;
  const limit = limits && limitText(limits);
  const areSidesEqual = columns !== undefined && preview?.table !== undefined && columns.front === columns.back;
  return (
    <Dialog isOpen isWide onClose={onClose} title="Import Flashcards">
      <Form
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          if (problem === undefined && !areSidesEqual) void send();
        }}
      >
        <FileArea file={file} choose={choose} running={running} />
        {limit !== undefined && <Limit>{limit}</Limit>}
        {running && <Progress running={running} />}
        {failure !== undefined && <FieldProblem isAnnounced>{failure}</FieldProblem>}
        {preview && <ImportPreview preview={preview} form={form} />}
        {preview && form.existingCount > 0 && <ExistingField form={form} />}
        {areSidesEqual && <FieldProblem>Please choose two different columns for front and back.</FieldProblem>}
        {hasTitle && (
          <TextField
            label="Title"
            maxLength={sizes.name}
            value={title}
            error={problem}
            onChange={(event) => {
              setTitle(event.target.value);
            }}
          />
        )}
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!preview} isBusy={running?.work === 'import'} busyLabel="Importing...">
            Import
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
};
