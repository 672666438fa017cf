import { CardEdit } from '@lectern/contracts';
import { Button, media, space } from '@lectern/ui';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { CardFields } from '../flashcards/CardFields';
import { problemsOf } from '../shared/useEditDraft';

const Form = styled.form`
  display: grid;
  gap: ${space[12]};
  textarea {
    height: 88px;
    min-height: 56px;
  }
  @media ${media.medium} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    > :last-child {
      grid-column: 1 / -1;
    }
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
  /** Focuses the front, because the keyboard is in use. */
  hasFocus: boolean;
  /** @param isByKey - finished by a key, so the next suggestion takes focus */
  onDone: (card: CardEdit, isByKey: boolean) => void;
  /** "Take back": discards the card. */
  onTakeBack: () => void;
}

/** Edits a card in place. Enter and Escape finish; Shift+Enter inserts a line break. */
export const CardEditor = ({ card, hasFocus, onDone, onTakeBack }: CardEditorProps): ReactNode => {
  const [values, setValues] = useState(card);
  const [isShown, setIsShown] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const problems = problemsOf(CardEdit, values);
  useEffect(() => {
    if (hasFocus) form.current?.querySelector('textarea')?.focus({ preventScroll: true });
  }, [hasFocus]);
  const done = (isByKey: boolean): void => {
    if (Object.keys(problems).length > 0) setIsShown(true);
    else onDone(values, isByKey);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const isEnter = event.key === 'Enter' && !event.shiftKey && event.target instanceof HTMLTextAreaElement;
    if (event.nativeEvent.isComposing || !(isEnter || event.key === 'Escape')) return;
    event.preventDefault();
    done(true);
  };
  return (
    <Form
      ref={form}
      onKeyDownCapture={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        done(false);
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
