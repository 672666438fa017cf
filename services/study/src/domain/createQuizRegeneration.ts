import type { DifficultyLevel, Plan, Quiz, WeakArea } from '@lectern/contracts';
import { DomainError, type Creation } from '@lectern/service-kit';
import type { QuizDocument } from '../store.ts';
import { addUsage } from './addUsage.ts';
import { followQuestions, makeQuestions, stemsOf, type QuizGenerationDependencies } from './makeQuestions.ts';
import { wasApplied } from './nextRevision.ts';
import { asQuiz, descriptionWith, rememberedStems } from './quizDocument.ts';
import { fewestItems } from './StudyContent.ts';
import { isWritten } from './writtenQuestion.ts';

export interface QuizRegeneration {
  studyMaterialId?: string | null | undefined;
  weakAreas?: WeakArea[] | undefined;
  questionCount?: number | undefined;
  difficultyLevel?: DifficultyLevel | undefined;
}

/** @throws DomainError `conflict` for another guide, `premium_required` */
const checkRegeneration = (quiz: QuizDocument, { canRegenerate }: Plan, { studyMaterialId }: QuizRegeneration): void => {
  if (studyMaterialId && studyMaterialId !== quiz.studyMaterialId)
    throw new DomainError('conflict', 'This quiz belongs to another study guide.', {
      errors: [{ path: 'studyMaterialId', message: 'Not the guide of this quiz' }],
    });
  if (!canRegenerate) throw new DomainError('premium_required', 'New questions are part of Premium. Upgrade to regenerate this quiz.');
};

/** Replacing the questions of quizzes. */
export const createQuizRegeneration = (dependencies: QuizGenerationDependencies) => ({
  /** Replaces the generated questions by new ones on the weak areas. Written ones, the number, the best score and the attempts stay. */
  async regenerate(userId: string, id: string, body: QuizRegeneration, creation: Creation, requestId: string, key?: string): Promise<Quiz> {
    const { own, sources, plans, clock } = dependencies;
    const quiz = await own.get(userId, id);
    if (wasApplied(quiz, creation)) return asQuiz(quiz, clock());
    checkRegeneration(quiz, await plans.planOf(userId), body);
    const materials = await sources.readAgain(userId, quiz, 'quiz', requestId);
    const difficultyLevel = body.difficultyLevel ?? quiz.difficultyLevel;
    const written = quiz.questions.filter(isWritten).length;
    const runId = creation.newId;
    const options = {
      count: Math.max(fewestItems, (body.questionCount ?? quiz.shortfall?.asked ?? quiz.questions.length) - written),
      stylePreference: quiz.stylePreference ?? undefined,
      difficultyLevel,
      weakAreas: body.weakAreas ?? [],
      avoidStems: quiz.askedStems,
      key,
    };
    const made = await makeQuestions(dependencies, userId, materials, options, runId);
    const replaceQuestions = (kept: QuizDocument) => {
      const questions = [...made.questions, ...kept.questions.filter(isWritten)];
      return {
        results: undefined,
        shortfall: made.shortfall,
        limitation: made.limitation,
        notice: made.notice,
        generation: made.generation,
        questions,
        difficultyLevel,
        generatedBy: made.generatedBy,
        description: descriptionWith(kept, questions.length),
        askedStems: rememberedStems(kept.askedStems, stemsOf(made.questions)),
        usage: addUsage(kept.usage, made.usage),
      };
    };
    const changed = await own.change(userId, id, replaceQuestions, creation);
    followQuestions(dependencies, { userId, id, runId }, made);
    return asQuiz(changed, clock());
  },
});
