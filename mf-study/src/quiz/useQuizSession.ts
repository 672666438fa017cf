import type { Quiz } from '@lectern/contracts';
import { forgetPlace, rememberPlace } from '@lectern/platform';
import { useLocation } from '@lectern/platform/router';
import { useEffect, useReducer, type Dispatch } from 'react';
import { reduceQuiz, startSession, type QuizAction, type QuizSession } from './QuizSession';
import { readSession, writeSession } from './quizSessionStorage';

/** The attempt at a quiz. It continues after a reload. After the results were left, "Take Quiz" begins a new attempt. */
export const useQuizSession = (quiz: Quiz): [QuizSession, Dispatch<QuizAction>] => {
  const questionIds = quiz.questions.map((question) => question._id);
  const { key: visit } = useLocation();
  const [session, dispatch] = useReducer(reduceQuiz, questionIds, (ids) => readSession(quiz._id, ids, visit) ?? startSession(ids));

  // Questions were deleted, and the attempt goes on without them; or the quiz got new ones, here or in another tab.
  if (session.questionIds.join() !== questionIds.join()) dispatch({ type: 'questionsChanged', questionIds });

  useEffect(() => {
    writeSession(quiz._id, session, visit);
    const { index, questionIds, results, selections } = session;
    const { _id: id, title } = quiz;
    const isBegun = selections.some((option) => option !== undefined);
    if (results) forgetPlace({ kind: 'quiz', id });
    else if (isBegun)
      rememberPlace({ kind: 'quiz', id, title, position: `Question ${String(index + 1)} of ${String(questionIds.length)}` });
  }, [quiz, session, visit]);
  return [session, dispatch];
};
