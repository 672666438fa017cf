import { CardEdit } from '@lectern/contracts';
import { Button, space } from '@lectern/ui';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { CardFields } from '../flashcards/CardFields';
import { problemsOf } from '../shared/useEditDraft';

const Form = styled.form`
  display: grid;
  gap: ${space[12]};
  textarea {
    min-height: 56px;
  }
  > div:last-child {
    display: flex;
    flex-wrap: wrap;
    justify-content: flex-end;
    gap: ${space[8]};
  }
`;

export interface CardEditorProps {
  card: CardEdit;
  /** Puts the focus into the front: the keyboard is in use. */
  hasFocus: boolean;
  onDone: (card: CardEdit) => void;
  /** "Take back": no card is to be made. */
  onTakeBack: () => void;
}

/** A made card, edited in its place. Enter and Escape end it, Shift and Enter begin a line. */
export const CardEditor = ({ card, hasFocus, onDone, onTakeBack }: CardEditorProps): ReactNode => {
  const [values, setValues] = useState(card);
  const [isShown, setIsShown] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const problems = problemsOf(CardEdit, values);
  useEffect(() => {
    if (hasFocus) form.current?.querySelector('textarea')?.focus({ preventScroll: true });
  }, [hasFocus]);
  const done = (): void => {
    if (Object.keys(problems).length > 0) setIsShown(true);
    else onDone(values);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const isEnter = event.key === 'Enter' && !event.shiftKey && event.target instanceof HTMLTextAreaElement;
    if (event.nativeEvent.isComposing || !(isEnter || event.key === 'Escape')) return;
    event.preventDefault();
    done();
  };
  return (
    <Form
      ref={form}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        done();
      }}
    >
      <CardFields
        values={values}
        change={(part) => {
          setValues((current) => ({ ...current, ...part }));
        }}
        problems={isShown ? problems : {}}
      />
      <div>
        <Button variant="quiet" onClick={onTakeBack}>
          Take back
        </Button>
        <Button type="submit" variant="secondary">
          Done
        </Button>
      </div>
    </Form>
  );
};
