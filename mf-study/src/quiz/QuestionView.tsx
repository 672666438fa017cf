import type { Quiz, QuizQuestion } from '@lectern/contracts';
import { Button, Check, color, media, motion, radius, size, space, VisuallyHidden, X } from '@lectern/ui';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { css, keyframes, styled } from 'styled-components';
import { ItemFacts } from '../shared/ItemFacts';
import { SourceNote } from '../shared/SourceNote';
import { QuestionOptions } from './QuestionOptions';
import { letterOf } from './QuizSession';

const Base = styled.section`
  display: grid;
  gap: ${space[24]};
`;

const Head = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: start;
  gap: ${space[8]} ${space[12]};
  > h2 {
    font-size: ${size[22]};
    line-height: 1.4;
    letter-spacing: -0.006em;
    overflow-wrap: anywhere;
  }
  > p {
    grid-column: 1 / -1;
  }
  /* Its dots, not its edge, end with the column. */
  > button {
    margin-right: -${space[8]};
  }
`;

const Options = styled.div`
  display: grid;
  gap: ${space[12]};
`;

type OptionState = 'plain' | 'correct' | 'wrong' | 'other';

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
    border-color: ${color.success};
    background: ${color['success-tint']};
  `,
  wrong: css`
    border-color: ${color.danger};
    background: ${color['danger-tint']};
  `,
  other: css`
    background: transparent;
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
  ${({ $state }) => optionStates[$state]}
  &:focus-within:has(:focus-visible) {
    outline: 2px solid ${color.accent};
    outline-offset: 2px;
  }
  /* The radio itself covers the row, so that all of it is the target. */
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
    grid-column: 2 / -1;
    font-size: ${size[14]};
    line-height: 1.5;
    color: ${color['ink-soft']};
    overflow-wrap: anywhere;
  }
`;

const Letter = styled.span<{ $state: OptionState; $isChosen: boolean }>`
  display: grid;
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
  align-items: center;
  gap: ${space[4]};
  font-size: ${size[14]};
  font-weight: 600;
  color: ${({ $isCorrect }) => ($isCorrect ? color.success : color.danger)};
  svg {
    width: 18px;
    height: 18px;
  }
  @media ${media.small} {
    grid-column: 2;
    justify-self: start;
  }
`;

const appear = keyframes`from { opacity: 0; transform: translateY(-8px); }`;

const Explanation = styled.div`
  display: grid;
  gap: ${space[12]};
  padding: ${space[24]};
  border-radius: ${radius.card};
  background: ${color.surface};
  border: 1px solid ${color.line};
  animation: ${appear} ${motion.overlay};
  h3 {
    font-size: ${size[16]};
  }
`;

const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: ${space[12]};
  @media ${media.small} {
    > * {
      flex: 1;
    }
  }
`;

const KeysHint = styled.p`
  font-size: ${size[14]};
  color: ${color['ink-faint']};
  text-align: center;
  @media ${media.touch} {
    display: none;
  }
`;

interface AnswerOptionProps {
  name: string;
  index: number;
  option: QuizQuestion['options'][number];
  isChosen: boolean;
  isShown: boolean;
  onSelect: (index: number) => void;
}

const stateOf = ({ option, isChosen, isShown }: AnswerOptionProps): OptionState => {
  if (!isShown) return 'plain';
  if (option.isCorrect) return 'correct';
  return isChosen ? 'wrong' : 'other';
};

const AnswerOption = (props: AnswerOptionProps): ReactNode => {
  const { name, index, option, isChosen, isShown, onSelect } = props;
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
        <span>{option.text}</span>
      </label>
      {(state === 'correct' || state === 'wrong') && (
        <Mark $isCorrect={state === 'correct'}>
          {state === 'correct' ? <Check aria-hidden /> : <X aria-hidden />}
          {state === 'correct' ? (isChosen ? 'Your answer, correct' : 'Correct answer') : 'Your answer'}
        </Mark>
      )}
      {hasRationale && <p id={`${id}-why`}>{option.rationale}</p>}
    </Option>
  );
};

export interface QuestionViewProps {
  quiz: Pick<Quiz, '_id' | 'studyMaterialId'>;
  question: QuizQuestion;
  /** Counted from 1. */
  number: number;
  /** The chosen option, counted from 0. */
  chosen: number | undefined;
  /** The answer is shown, and locked. */
  isShown: boolean;
  isLast: boolean;
  canShowAnswer: boolean;
  canGoOn: boolean;
  isSubmitting: boolean;
  onSelect: (option: number) => void;
  onShowAnswer: () => void;
  /** To the next question, or on the last one: submit. */
  onGoOn: () => void;
}

/** One question in the middle of calm. Render it with the question's id as key. */
export const QuestionView = ({
  quiz,
  question,
  number,
  chosen,
  isShown,
  isLast,
  canGoOn,
  isSubmitting,
  ...rest
}: QuestionViewProps): ReactNode => {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const goOn = useRef<HTMLButtonElement>(null);
  const wasShownAtFirst = useRef(isShown);

  // The next question takes the focus, so that it is read out and the keys have a place to start from.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  // "Show Answer" has no more use now, and a disabled button would drop the focus.
  useEffect(() => {
    if (isShown && !wasShownAtFirst.current) goOn.current?.focus({ preventScroll: true });
  }, [isShown]);

  const correct = question.options.findIndex((option) => option.isCorrect);
  const isRight = chosen !== undefined && question.options[chosen]?.isCorrect === true;

  return (
    <Base aria-labelledby={id}>
      <Head>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {question.question}
        </h2>
        <QuestionOptions quizId={quiz._id} question={question} number={number} isLocked={isSubmitting} />
        <ItemFacts item={question} kind="question" />
      </Head>
      <Options role="radiogroup" aria-labelledby={id}>
        {question.options.map((option, index) => (
          <AnswerOption
            key={index}
            name={id}
            index={index}
            option={option}
            isChosen={chosen === index}
            isShown={isShown}
            onSelect={rest.onSelect}
          />
        ))}
      </Options>
      <div aria-live="polite">
        {isShown && (
          <Explanation>
            <h3>{isRight ? 'Correct' : `The answer is ${letterOf(Math.max(0, correct))}`}</h3>
            <p>{question.explanation}</p>
            <SourceNote source={question.source} studyMaterialId={quiz.studyMaterialId} />
          </Explanation>
        )}
      </div>
      <Actions>
        <Button variant={isShown ? 'secondary' : 'primary'} disabled={!rest.canShowAnswer} onClick={rest.onShowAnswer}>
          Show Answer
        </Button>
        <Button
          ref={goOn}
          variant={isShown ? 'primary' : 'secondary'}
          disabled={!isLast && !canGoOn}
          isBusy={isSubmitting}
          onClick={rest.onGoOn}
        >
          {isLast ? 'Submit Quiz' : 'Next Question'}
        </Button>
      </Actions>
      <KeysHint>
        Keys: {letterOf(0)}–{letterOf(question.options.length - 1)} or 1–{question.options.length} choose, Enter goes on.
      </KeysHint>
    </Base>
  );
};
