import { sizes, titleFrom, type Quiz } from '@lectern/contracts';
import type { Creation } from '@lectern/service-kit';
import { generatedFields } from './generatedFields.ts';
import { makeQuestions, stemsOf, type QuizGenerationDependencies } from './makeQuestions.ts';
import { asQuiz, quizDescription } from './quizDocument.ts';

export interface QuizRequest {
  studyMaterialId: string;
  stylePreference?: string | null | undefined;
}

/** Generating quizzes. */
export const createQuizGeneration = (dependencies: QuizGenerationDependencies) => ({
  async generate(userId: string, body: QuizRequest, creation: Creation, requestId: string): Promise<Quiz> {
    const { own, content, sources, plans, clock } = dependencies;
    const plan = await plans.planOf(userId);
    const limit = plan.limits.quizzes;
    const message = `You've reached your limit of ${limit} quizzes. Upgrade to premium for unlimited quizzes.`;
    const quiz = await own.create({ userId, creation, limit, message }, async () => {
      const material = await sources.read(userId, body.studyMaterialId, requestId);
      const stylePreference = body.stylePreference || undefined;
      const made = await makeQuestions(dependencies, userId, material, { count: plan.questionsAsked, stylePreference });
      return {
        title: titleFrom(`Quiz: ${material.title}`, sizes.title, 'Quiz'),
        description: quizDescription(made.questions.length, material.title),
        questions: made.questions,
        difficultyLevel: 'medium',
        currentScore: 0,
        attempts: 0,
        scoreSum: 0,
        recentScores: [],
        attemptLog: [],
        askedStems: stemsOf(made.questions),
        ...generatedFields(made, { generatedBy: content.generatedBy, material, stylePreference, now: clock() }),
      };
    });
    return asQuiz(quiz);
  },
});
