import type { Quiz, QuizQuestion } from '@lectern/contracts';
import { Button, color, media, size, space } from '@lectern/ui';
import { useEffect, useId, useRef, type ReactNode, type RefObject } from 'react';
import { styled } from 'styled-components';
import { ItemFacts } from '../shared/ItemFacts';
import { AnswerExplanation } from './AnswerExplanation';
import { AnswerOption } from './AnswerOption';
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
  /* Aligns the menu's icon, not the button's edge, with the column. */
  > button {
    margin-right: -${space[8]};
  }
`;

const Options = styled.div`
  display: grid;
  gap: ${space[12]};
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
  /** Goes to the next question, or submits after the last one. */
  onGoOn: () => void;
}

/** Moves the focus to a question when it appears, and to the button that goes on once its answer is shown. */
const useQuestionFocus = (heading: RefObject<HTMLElement | null>, goOn: RefObject<HTMLElement | null>, isShown: boolean): void => {
  const wasShownAtFirst = useRef(isShown);
  // The next question takes the focus, so that screen readers read it and the Tab key starts there.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, [heading]);
  // "Show Answer" is disabled now, and a disabled button would drop the focus.
  useEffect(() => {
    if (isShown && !wasShownAtFirst.current) goOn.current?.focus({ preventScroll: true });
  }, [goOn, isShown]);
};

/** One question with its options. Render it with the question's id as key. */
export const QuestionView = (props: QuestionViewProps): ReactNode => {
  const { quiz, question, number, chosen, isShown, isLast, isSubmitting } = props;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const goOn = useRef<HTMLButtonElement>(null);
  useQuestionFocus(heading, goOn, isShown);
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
            onSelect={props.onSelect}
          />
        ))}
      </Options>
      <div aria-live="polite">
        {isShown && <AnswerExplanation question={question} studyMaterialId={quiz.studyMaterialId} chosen={chosen} />}
      </div>
      <Actions>
        <Button variant={isShown ? 'secondary' : 'primary'} disabled={!props.canShowAnswer} onClick={props.onShowAnswer}>
          Show Answer
        </Button>
        <Button
          ref={goOn}
          variant={isShown ? 'primary' : 'secondary'}
          disabled={!isLast && !props.canGoOn}
          isBusy={isSubmitting}
          onClick={props.onGoOn}
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
