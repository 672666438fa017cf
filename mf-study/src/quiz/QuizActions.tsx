import type { QuizQuestion } from '@lectern/contracts';
import { Button } from '@lectern/ui';
import { useEffect, useRef, type ReactNode } from 'react';
import { ChooseFirst } from '../shared/ChooseFirst';
import { AnswerVerdict } from './AnswerVerdict';

export interface QuizActionsProps {
  isShown: boolean;
  /** Whether answers are shown only at the end. */
  isTest: boolean;
  isLast: boolean;
  canShowAnswer: boolean;
  canGoOn: boolean;
  question: QuizQuestion;
  /** Zero-based index of the chosen option. */
  chosen: number | undefined;
  isSubmitting: boolean;
  onShowAnswer: () => void;
  /** Moves to the next question, or submits after the last one. */
  onGoOn: () => void;
}

/** The buttons of a question, after the verdict or what they wait for. Set the question's id as `key`. */
export const QuizActions = (props: QuizActionsProps): ReactNode => {
  const { question, chosen, isShown, isTest, isLast } = props;
  const isNextMain = isShown || (isTest && (isLast || props.canGoOn));
  const goOn = useRef<HTMLButtonElement>(null);
  const wasShownAtFirst = useRef(isShown);
  // "Show Answer" disappears, and with it the focus.
  useEffect(() => {
    if (isShown && !wasShownAtFirst.current) goOn.current?.focus({ preventScroll: true });
  }, [isShown]);
  return (
    <>
      {chosen === undefined && <ChooseFirst />}
      {isShown && <AnswerVerdict isInLine question={question} chosen={chosen} />}
      {!isTest && !isShown && (
        <Button isLarge disabled={!props.canShowAnswer} onClick={props.onShowAnswer}>
          Show Answer
        </Button>
      )}
      <Button
        ref={goOn}
        isLarge
        variant={isNextMain ? 'primary' : 'secondary'}
        disabled={!isLast && !props.canGoOn}
        isBusy={props.isSubmitting}
        onClick={props.onGoOn}
      >
        {isLast ? 'Submit Quiz' : 'Next Question'}
      </Button>
    </>
  );
};
