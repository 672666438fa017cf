import { calls, type DifficultyLevel, type Quiz, type QuizResults } from '@lectern/contracts';
import { call, openUpgradeModal, reportError, runGeneration, useIdempotencyKey, useLimits } from '@lectern/platform';
import { finishOverlay } from '@lectern/ui';
import type { Dispatch } from 'react';
import { studyChanges } from '../shared/studyChanges';
import type { QuizAction } from './QuizSession';

const harder: Record<DifficultyLevel, DifficultyLevel> = { easy: 'medium', medium: 'hard', hard: 'hard' };

/** The limits of the regenerate call. */
const fewestQuestions = 5;
const mostQuestions = 20;
const mostWeakAreas = 100;

/** Asks for as many questions as before, about the weak areas; for harder ones after a perfect score. */
const bodyFor = (quiz: Quiz, { score, weakAreas }: QuizResults) => {
  const isPerfect = score === 100;
  const asked = quiz.shortfall?.asked ?? quiz.questions.length;
  return {
    studyMaterialId: quiz.studyMaterialId,
    weakAreas: isPerfect ? [] : weakAreas.slice(0, mostWeakAreas),
    difficultyLevel: isPerfect ? harder[quiz.difficultyLevel] : quiz.difficultyLevel,
    questionCount: Math.min(mostQuestions, Math.max(fewestQuestions, asked)),
  };
};

/** Replaces the questions of a quiz by new ones. Premium only: free learners see the upgrade modal. */
export const useRegeneration = (quiz: Quiz, dispatch: Dispatch<QuizAction>): ((results: QuizResults) => Promise<void>) => {
  const { limits, isPremium } = useLimits();
  const idempotency = useIdempotencyKey();
  return async (results) => {
    if (limits && !isPremium) {
      openUpgradeModal('Generating new questions is part of Premium.');
      return;
    }
    const body = bodyFor(quiz, results);
    dispatch({ type: 'regenerate' });
    try {
      const idempotencyKey = idempotency.keyFor({ questionIds: quiz.questions.map((question) => question._id), body });
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
};
