import type { QuizQuestion } from '@lectern/contracts';
import { Check, color, ItemText, media, motion, radius, size, space, VisuallyHidden, X } from '@lectern/ui';
import { useId, type ReactNode } from 'react';
import { css, styled } from 'styled-components';
import { letterOf } from './QuizSession';

type OptionState = 'plain' | 'correct' | 'wrong' | 'other';

/** On a phone the mark is next to a short text, but below a long one, which it would squeeze. */
const markBelow = css`
  @media ${media.small} {
    display: flex;
    flex-wrap: wrap;
    label {
      display: flex;
      flex: 1 1 auto;
      align-items: center;
      gap: ${space[12]};
      max-width: 100%;
    }
  }
`;

const optionStates = {
  plain: css`
    &:hover {
      border-color: ${color['line-strong']};
    }
    &:has(input:checked) {
      border-color: ${color.accent};
      background: ${color['accent-tint']};
    }
  `,
  correct: css`
    ${markBelow}
    border-color: ${color.success};
    background: ${color['success-tint']};
    /* On a phone, only the explanation below says why it is right. */
    @media ${media.small} {
      > p {
        display: none;
      }
    }
  `,
  wrong: css`
    ${markBelow}
    border-color: ${color.danger};
    background: ${color['danger-tint']};
  `,
  other: css`
    background: transparent;
    /* On a phone, only the correct and the chosen option stay here; \`OtherOptions\` shows the rest. */
    @media ${media.small} {
      display: none;
    }
  `,
};

const Option = styled.div<{ $state: OptionState }>`
  position: relative;
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: ${space[4]} ${space[16]};
  min-height: 56px;
  padding: ${space[12]} ${space[16]};
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  transition:
    border-color ${motion.state},
    background ${motion.state};
  @media ${media.small} {
    column-gap: ${space[12]};
    ${({ $state }) =>
      $state !== 'plain' &&
      css`
        min-height: 48px;
        padding: ${space[8]} ${space[12]};
      `}
  }
  &:focus-within:has(:focus-visible) {
    outline: 2px solid ${color.accent};
    outline-offset: 2px;
  }
  /* The radio button covers the row, so that the whole row can be clicked. */
  input {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    margin: 0;
    opacity: 0;
    cursor: pointer;
    &:disabled {
      cursor: default;
    }
  }
  label {
    display: contents;
    overflow-wrap: anywhere;
  }
  p {
    flex-basis: 100%;
    grid-column: 2 / -1;
    font-size: ${size[14]};
    line-height: 1.5;
    color: ${color['ink-soft']};
    overflow-wrap: anywhere;
  }
  ${({ $state }) => optionStates[$state]}
`;

const Letter = styled.span<{ $state: OptionState; $isChosen: boolean }>`
  display: grid;
  flex: none;
  place-items: center;
  width: 30px;
  height: 30px;
  border: 1px solid ${color['line-strong']};
  border-radius: ${radius.field};
  font-size: ${size[14]};
  font-weight: 650;
  color: ${color['ink-soft']};
  ${({ $state, $isChosen }) =>
    $state === 'plain' &&
    $isChosen &&
    css`
      border-color: ${color.accent};
      background: ${color.accent};
      color: ${color['on-accent']};
    `}
  ${({ $state }) =>
    $state === 'correct' &&
    css`
      border-color: ${color.success};
      background: ${color.success};
      color: ${color['on-success']};
    `}
  ${({ $state }) =>
    $state === 'wrong' &&
    css`
      border-color: ${color.danger};
      background: ${color.danger};
      color: ${color['on-danger']};
    `}
`;

const Mark = styled.span<{ $isCorrect: boolean }>`
  display: inline-flex;
  margin-inline-start: auto;
  align-items: center;
  gap: ${space[4]};
  font-size: ${size[14]};
  font-weight: 600;
  color: ${({ $isCorrect }) => ($isCorrect ? color.success : color.danger)};
  svg {
    width: 18px;
    height: 18px;
  }
`;

export interface AnswerOptionProps {
  /** Name of the radio group. */
  name: string;
  /** Zero-based. */
  index: number;
  option: QuizQuestion['options'][number];
  /** Language of the option; undefined if unknown. */
  language?: string | undefined;
  isChosen: boolean;
  /** Whether the answer is shown, which locks the selection. */
  isShown: boolean;
  onSelect: (index: number) => void;
}

const stateOf = ({ option, isChosen, isShown }: AnswerOptionProps): OptionState => {
  if (!isShown) return 'plain';
  if (option.isCorrect) return 'correct';
  return isChosen ? 'wrong' : 'other';
};

/** An option of a question. Once the answer is shown, it says whether the option is correct, and why. */
export const AnswerOption = (props: AnswerOptionProps): ReactNode => {
  const { name, index, option, language, isChosen, isShown, onSelect } = props;
  const id = useId();
  const state = stateOf(props);
  const hasRationale = isShown && option.rationale !== '';
  return (
    <Option $state={state}>
      <input
        type="radio"
        id={id}
        name={name}
        checked={isChosen}
        disabled={isShown}
        aria-describedby={hasRationale ? `${id}-why` : undefined}
        onChange={() => {
          onSelect(index);
        }}
      />
      <label htmlFor={id}>
        <Letter $state={state} $isChosen={isChosen}>
          {letterOf(index)}
          <VisuallyHidden>. </VisuallyHidden>
        </Letter>
        <span dir="auto" lang={language}>
          <ItemText>{option.text}</ItemText>
        </span>
      </label>
      {(state === 'correct' || state === 'wrong') && (
        <Mark $isCorrect={state === 'correct'}>
          {state === 'correct' ? <Check aria-hidden /> : <X aria-hidden />}
          {state === 'correct' ? (isChosen ? 'Your answer, correct' : 'Correct answer') : 'Your answer'}
        </Mark>
      )}
      {hasRationale && (
        <p id={`${id}-why`} dir="auto" lang={language}>
          <ItemText>{option.rationale}</ItemText>
        </p>
      )}
    </Option>
  );
};
