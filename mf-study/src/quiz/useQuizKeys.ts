import type { QuizQuestion } from '@lectern/contracts';
import type { Dispatch } from 'react';
import { isFreeKey, isFreeSpace, isOnControl } from '../shared/keys';
import { useKeyDown } from '../shared/useKeyDown';
import { canGoOn, canShowAnswer, isLastQuestion, optionOfKey, type QuizAction, type QuizSession } from './QuizSession';

export interface QuizKeysInput {
  session: QuizSession;
  dispatch: Dispatch<QuizAction>;
  questions: readonly QuizQuestion[];
  goOn: () => void;
}

/** Whether the last question is answered and, in practice, its answer is shown. */
const isReadyToSubmit = (session: QuizSession): boolean =>
  isLastQuestion(session) &&
  (session.shown[session.index] === true || (session.mode === 'test' && session.selections[session.index] !== undefined));

/** Handles a quiz's keys: letters and digits select an option, Space shows the answer, Enter shows it and then moves on. */
export const useQuizKeys = ({ session, dispatch, questions, goOn }: QuizKeysInput): void => {
  useKeyDown((event) => {
    if (session.phase !== 'answering' || !isFreeKey(event)) return;
    if (event.repeat) {
      // A held Space would scroll the page.
      if (isFreeSpace(event)) event.preventDefault();
      return;
    }
    const question = questions[session.index];
    const option = question && optionOfKey(event.key, question.options.length);
    if (option !== undefined) {
      event.preventDefault();
      dispatch({ type: 'select', option });
    } else if (isFreeSpace(event)) {
      event.preventDefault();
      if (canShowAnswer(session)) dispatch({ type: 'showAnswer' });
    } else if (event.key === 'Enter' && !isOnControl(event)) {
      event.preventDefault();
      if (canShowAnswer(session)) dispatch({ type: 'showAnswer' });
      else if (canGoOn(session) || isReadyToSubmit(session)) goOn();
    }
  });
};
