import { calls, type Quiz, type QuizQuestion } from '@lectern/contracts';
import { ApiError, call, reportError, toast, useIdempotencyKey } from '@lectern/platform';
import { useRef, useState, type Dispatch } from 'react';
import { studyChanges } from '../shared/studyChanges';
import { answersOf, isComplete, type QuizAction, type QuizSession } from './QuizSession';

export interface Submission {
  submit: () => Promise<void>;
  /** Whether the last submission failed. The answers are kept. */
  hasFailed: boolean;
}

/** Maximum duration that the call accepts: a week, in milliseconds. */
const longestMs = 604_800_000;

/** Duration of an attempt, in milliseconds. 0 if the clock was set back. */
const durationOf = (startedAt: number, now: number): number => Math.min(longestMs, Math.max(0, Math.round(now - startedAt)));

/** Submits a complete attempt and stores the results in the session. */
export const useSubmission = (
  quiz: Quiz,
  questions: readonly QuizQuestion[],
  session: QuizSession,
  dispatch: Dispatch<QuizAction>,
): Submission => {
  const idempotency = useIdempotencyKey();
  const [hasFailed, setHasFailed] = useState(false);
  // A retry sends the same body under the same key.
  const durationMs = useRef<number>(undefined);
  const submit = async (): Promise<void> => {
    if (!isComplete(session)) {
      toast.error('Please answer all questions before submitting');
      return;
    }
    const { isPart, mode, questionIds, startedAt } = session;
    const answers = answersOf(session, questions);
    if (startedAt !== undefined) durationMs.current ??= durationOf(startedAt, Date.now());
    const body = {
      answers,
      mode,
      ...(isPart && { questionIds: [...questionIds] }),
      ...(durationMs.current !== undefined && { durationMs: durationMs.current }),
    };
    dispatch({ type: 'submit' });
    setHasFailed(false);
    try {
      const idempotencyKey = idempotency.keyFor({ questionIds, answers, startedAt });
      const results = await call(calls.submitQuiz, { path: { id: quiz._id }, body, idempotencyKey });
      // The same answers at a later time are a new attempt, which needs a new key.
      idempotency.done();
      durationMs.current = undefined;
      studyChanges.questionsAnswered();
      if (!isPart) studyChanges.quizSubmitted(quiz._id, results);
      dispatch({ type: 'submitted', results });
    } catch (error) {
      dispatch({ type: 'submitFailed' });
      setHasFailed(true);
      // The quiz may have been changed in another tab.
      if (error instanceof ApiError && error.status === 400) studyChanges.reloadQuiz(quiz._id);
      reportError(error);
    }
  };
  return { submit, hasFailed };
};
