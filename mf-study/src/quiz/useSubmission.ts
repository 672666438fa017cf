import { calls, type Quiz } from '@lectern/contracts';
import { ApiError, call, reportError, toast, useIdempotencyKey } from '@lectern/platform';
import { useState, type Dispatch } from 'react';
import { studyChanges } from '../shared/studyChanges';
import { answersOf, isComplete, type QuizAction, type QuizSession } from './QuizSession';

export interface Submission {
  submit: () => Promise<void>;
  /** The last one failed; the answers are kept. */
  hasFailed: boolean;
}

/** Submits a complete attempt and puts the results into the session. */
export const useSubmission = (quiz: Quiz, session: QuizSession, dispatch: Dispatch<QuizAction>): Submission => {
  const idempotency = useIdempotencyKey();
  const [hasFailed, setHasFailed] = useState(false);
  const submit = async (): Promise<void> => {
    if (!isComplete(session)) {
      toast.error('Please answer all questions before submitting');
      return;
    }
    const answers = answersOf(session, quiz.questions);
    dispatch({ type: 'submit' });
    setHasFailed(false);
    try {
      const idempotencyKey = idempotency.keyFor({ questionIds: quiz.questions.map((question) => question._id), answers });
      const results = await call(calls.submitQuiz, { path: { id: quiz._id }, body: { answers }, idempotencyKey });
      // The same answers later are another attempt, so they need another key.
      idempotency.done();
      studyChanges.quizSubmitted(quiz._id, results);
      dispatch({ type: 'submitted', results });
    } catch (error) {
      dispatch({ type: 'submitFailed' });
      setHasFailed(true);
      // The quiz may have other questions now, changed in another tab.
      if (error instanceof ApiError && error.status === 400) studyChanges.reloadQuiz(quiz._id);
      reportError(error);
    }
  };
  return { submit, hasFailed };
};
