import type { Quiz } from '@lectern/contracts';
import { forgetPlace, rememberPlace } from '@lectern/platform';
import { useLocation, useSearchParams } from '@lectern/platform/router';
import { useEffect, useReducer, type Dispatch } from 'react';
import { splitTitle } from '../shared/text';
import { attemptIds, fitsQuiz, reduceQuiz, startSession, type QuizAction, type QuizSession } from './QuizSession';
import { readSession, writeSession } from './quizSessionStorage';

/** The attempt at a quiz. It survives a reload. After the learner leaves the results, "Take Quiz" starts a new attempt. */
export const useQuizSession = (quiz: Quiz): [QuizSession, Dispatch<QuizAction>] => {
  const { key: visit } = useLocation();
  const [parameters] = useSearchParams();
  const [session, dispatch] = useReducer(reduceQuiz, quiz, (first) => {
    const mode = parameters.get('mode') === 'test' ? 'test' : undefined;
    const ids = first.questions.map((question) => question._id);
    return readSession(first, visit, mode) ?? startSession(ids, { ...(mode && { mode }), startedAt: Date.now() });
  });

  // Questions were deleted or added, here or in another tab.
  const questionIds = attemptIds(session, quiz);
  if (!fitsQuiz(session, questionIds)) dispatch({ type: 'questionsChanged', questionIds });

  useEffect(() => {
    writeSession(quiz._id, session, visit);
    const { index, questionIds, results, selections } = session;
    const { _id: id, title } = quiz;
    const isBegun = selections.some((option) => option !== undefined);
    if (results) forgetPlace({ kind: 'quiz', id });
    else if (isBegun && !session.isPart)
      rememberPlace({
        kind: 'quiz',
        id,
        title: splitTitle(title)[1],
        position: `Question ${String(index + 1)} of ${String(questionIds.length)}`,
      });
  }, [quiz, session, visit]);
  return [session, dispatch];
};
