import { plainItemText } from '@lectern/contracts/item-text';
import { Button, color, Notice, space, TextField } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { matchesBack } from './matchesBack';

const Line = styled.form`
  display: flex;
  align-items: flex-end;
  gap: ${space[12]};
  > :first-child {
    flex: 1;
    min-width: 0;
  }
`;
const Typed = styled.span`
  color: ${color['ink-soft']};
  overflow-wrap: anywhere;
`;

/** Maximum length of a typed answer, in characters. Equals the limit of a card's back. */
const longestAnswer = 2_000;

/** Maximum length of a back that is quick to type, in characters. */
const shortBack = 40;

/** Whether a back is short enough to be typed: one line of a few words, without a formula. */
export const isShortBack = (back: string): boolean => plainItemText(back).length <= shortBack && !/[\n$]/.test(back);

/** Focuses the field on mount, so that the learner can type immediately. */
const focusOnce = (field: HTMLInputElement | null): void => {
  field?.focus({ preventScroll: true });
};

const AnswerField = ({ onAnswer }: { onAnswer: (typed: string) => void }): ReactNode => {
  const [text, setText] = useState('');
  return (
    <Line
      onSubmit={(event) => {
        event.preventDefault();
        onAnswer(text.trim());
      }}
    >
      <TextField
        label="Your answer"
        ref={focusOnce}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={longestAnswer}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
        }}
      />
      <Button type="submit" variant="secondary">
        Check
      </Button>
    </Line>
  );
};

const AnswerResult = ({ typed, back }: { typed: string; back: string }): ReactNode =>
  typed !== '' && (
    <div role="status">
      {matchesBack(typed, back) ? (
        <Notice tone="success">Correct.</Notice>
      ) : (
        <Notice>
          You wrote: <Typed dir="auto">{typed}</Typed>
        </Notice>
      )}
    </div>
  );

export interface TypedAnswerProps {
  back: string;
  isFlipped: boolean;
  /** Flips the card, also for an empty answer. */
  onAnswer: (typed: string) => void;
}

/**
 * An answer field below a card. After the flip it shows whether the answer matches the back; the learner still marks the card. Set the card's id
 * as `key`.
 */
export const TypedAnswer = ({ back, isFlipped, onAnswer }: TypedAnswerProps): ReactNode => {
  const [typed, setTyped] = useState('');
  return isFlipped ? (
    <AnswerResult typed={typed} back={back} />
  ) : (
    <AnswerField
      onAnswer={(answer) => {
        setTyped(answer);
        onAnswer(answer);
      }}
    />
  );
};
