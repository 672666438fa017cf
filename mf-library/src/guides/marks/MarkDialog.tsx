import { askBeforeUnload, confirm } from '@lectern/platform';
import type { Mark } from '@lectern/contracts';
import {
  Button,
  color,
  Dialog,
  DialogActions,
  FailureNotice,
  font,
  Form,
  FormulaText,
  RadioField,
  size,
  space,
  TextArea,
} from '@lectern/ui';
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { groundOf, offeredColours } from './markColours';

const Quote = styled.blockquote`
  max-height: 7.5em;
  margin: 0;
  overflow: auto;
  padding-inline-start: ${space[16]};
  border-inline-start: 4px solid;
  font: ${size[16]} / 1.5 ${font.reading};
  color: ${color['ink-soft']};
  overflow-wrap: anywhere;
`;

/** The service's maximum length of a note. Characters. */
const mostNoted = 2_000;

interface MarkFormProps {
  mark: Mark;
  isBusy: boolean;
  failure: string | undefined;
  onSave: (mark: Mark) => void;
  /** Undefined for a mark that has not been saved yet. */
  onRemove: (() => void) | undefined;
  onClose: () => void;
}

interface UnsavedProps {
  /** Called with whether the note has unsaved changes. */
  onUnsaved: (isUnsaved: boolean) => void;
}

const MarkForm = ({ mark, isBusy, failure, onSave, onRemove, onClose, onUnsaved }: MarkFormProps & UnsavedProps): ReactNode => {
  const [note, setNote] = useState(mark.note ?? '');
  const [colour, setColour] = useState(mark.colour);
  const isUnsaved = note.trim() !== (mark.note ?? '');
  useEffect(() => {
    onUnsaved(isUnsaved);
    return isUnsaved ? askBeforeUnload() : undefined;
  }, [isUnsaved, onUnsaved]);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    const { note: _note, ...rest } = mark;
    const words = note.trim();
    onSave({ ...rest, colour, ...(words !== '' && { note: words }) });
  };
  return (
    <Form onSubmit={save}>
      <Quote dir="auto" tabIndex={0} aria-label="Marked words" style={{ borderColor: groundOf[colour] }}>
        <FormulaText>{mark.quote}</FormulaText>
      </Quote>
      <TextArea
        label="Note"
        maxLength={mostNoted}
        value={note}
        onChange={(event) => {
          setNote(event.target.value);
        }}
      />
      <RadioField
        label="Color"
        isRow
        options={offeredColours}
        value={offeredColours.find(({ value }) => value === colour)?.value}
        onChange={setColour}
      />
      <FailureNotice>{failure}</FailureNotice>
      <DialogActions>
        {onRemove ? (
          <Button type="button" variant="secondary" onClick={onRemove}>
            Remove
          </Button>
        ) : (
          <Button type="button" variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        )}
        <Button type="submit" isBusy={isBusy}>
          Save
        </Button>
      </DialogActions>
    </Form>
  );
};

export interface MarkDialogProps extends Omit<MarkFormProps, 'mark'> {
  /** The dialog is closed if undefined. */
  mark: Mark | undefined;
}

/** Edits a mark's note and colour. A sheet on a phone. Asks for confirmation before an unsaved note is discarded. */
export const MarkDialog = ({ mark, onClose, ...rest }: MarkDialogProps): ReactNode => {
  const isUnsaved = useRef(false);
  const [setUnsaved] = useState(
    () =>
      (value: boolean): void =>
        void (isUnsaved.current = value),
  );
  const close = async (): Promise<void> => {
    const question = 'Discard your changes?';
    if (isUnsaved.current && !(await confirm({ question, confirmLabel: 'Discard', cancelLabel: 'Keep Editing', isDestructive: true })))
      return;
    isUnsaved.current = false;
    onClose();
  };
  return (
    <Dialog isOpen={mark !== undefined} onClose={() => void close()} title={rest.onRemove ? 'Highlight' : 'Note'}>
      {mark && <MarkForm key={mark._id} mark={mark} onClose={() => void close()} onUnsaved={setUnsaved} {...rest} />}
    </Dialog>
  );
};
