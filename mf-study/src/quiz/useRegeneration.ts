import { calls, type DifficultyLevel, type Quiz, type QuizResults } from '@lectern/contracts';
import { call, openUpgradeModal, reportError, runGeneration, useIdempotencyKey, useLimits } from '@lectern/platform';
import { finishOverlay } from '@lectern/ui';
import { useState, type Dispatch } from 'react';
import { studyChanges } from '../shared/studyChanges';
import type { QuizAction } from './QuizSession';

const harder: Record<DifficultyLevel, DifficultyLevel> = { easy: 'medium', medium: 'hard', hard: 'hard' };

/** Limits of the regenerate call. */
const fewestQuestions = 5;
const mostQuestions = 20;
const mostWeakAreas = 100;

/** Requests as many questions as before: about the weak areas, or harder ones after a perfect score. */
const bodyFor = (quiz: Quiz, { score, weakAreas }: QuizResults) => {
  const isPerfect = score === 100;
  const asked = quiz.shortfall?.asked ?? Math.max(quiz.questions.length, quiz.generation?.asked ?? 0);
  return {
    studyMaterialId: quiz.studyMaterialId,
    weakAreas: isPerfect ? [] : weakAreas.slice(0, mostWeakAreas),
    difficultyLevel: isPerfect ? harder[quiz.difficultyLevel] : quiz.difficultyLevel,
    questionCount: Math.min(mostQuestions, Math.max(fewestQuestions, asked)),
  };
};

export interface Regeneration {
  regenerate: (results: QuizResults) => Promise<void>;
  /** Idempotency key of the running call. */
  progressKey: string | undefined;
}

/** Replaces the questions of a quiz with new ones. Premium only: free learners see the upgrade modal. */
export const useRegeneration = (quiz: Quiz, dispatch: Dispatch<QuizAction>): Regeneration => {
  const { limits, isPremium } = useLimits();
  const idempotency = useIdempotencyKey();
  const [progressKey, setProgressKey] = useState<string>();
  const regenerate: Regeneration['regenerate'] = async (results) => {
    if (limits && !isPremium) {
      openUpgradeModal('Generating new questions is part of Premium.');
      return;
    }
    const body = bodyFor(quiz, results);
    dispatch({ type: 'regenerate' });
    try {
      const idempotencyKey = idempotency.keyFor({ questionIds: quiz.questions.map((question) => question._id), body });
      setProgressKey(idempotencyKey);
      const { result: next } = await runGeneration('questions', async () => {
        const made = await call(calls.regenerateQuiz, { path: { id: quiz._id }, body, idempotencyKey, hasOwnProgress: true });
        await finishOverlay();
        return made;
      });
      idempotency.done();
      studyChanges.quizRegenerated(next);
      dispatch({ type: 'restart', questionIds: next.questions.map((question) => question._id), startedAt: Date.now() });
    } catch (error) {
      dispatch({ type: 'regenerateFailed' });
      reportError(error, 'Failed to generate new questions. Please try again.');
    }
  };
  return { regenerate, progressKey };
};
