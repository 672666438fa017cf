import { sizes, titleFrom, type DifficultyLevel, type Quiz } from '@lectern/contracts';
import type { Creation } from '@lectern/service-kit';
import { generatedFields } from './generatedFields.ts';
import { askedCount, chosenGuides, type GuideChoice } from './GuideChoice.ts';
import { makeQuestions, stemsOf, type QuizGenerationDependencies } from './makeQuestions.ts';
import { asQuiz, quizDescription } from './quizDocument.ts';
import { quizLimit } from './quizLimit.ts';
import { distinctTitle } from './titles.ts';

export interface QuizRequest extends GuideChoice {
  stylePreference?: string | null | undefined;
  questionCount?: number | undefined;
  difficultyLevel?: DifficultyLevel | undefined;
}

/** Generating quizzes. */
export const createQuizGeneration = (dependencies: QuizGenerationDependencies) => ({
  async generate(userId: string, body: QuizRequest, creation: Creation, requestId: string): Promise<Quiz> {
    const { own, content, sources, plans, clock } = dependencies;
    const plan = await plans.planOf(userId);
    const count = askedCount(body.questionCount, plan.questionsAsked, 'questions');
    const quiz = await own.create({ userId, creation, ...quizLimit(plan) }, async () => {
      const materials = await sources.read(userId, chosenGuides(body), requestId);
      const stylePreference = body.stylePreference || undefined;
      const { difficultyLevel } = body;
      const made = await makeQuestions(dependencies, userId, materials, { count, stylePreference, difficultyLevel });
      const fields = generatedFields(made, { generatedBy: content.generatedBy, materials, stylePreference, now: clock() });
      const title = titleFrom(`Quiz: ${fields.studyMaterialTitle}`, sizes.title, 'Quiz');
      return {
        ...fields,
        title: distinctTitle(title, await own.titlesBeside(userId, fields.studyMaterialId)),
        description: quizDescription(made.questions.length, fields.studyMaterialTitle),
        questions: made.questions,
        difficultyLevel: difficultyLevel ?? 'medium',
        currentScore: 0,
        attempts: 0,
        scoreSum: 0,
        recentScores: [],
        attemptLog: [],
        askedStems: stemsOf(made.questions),
      };
    });
    return asQuiz(quiz);
  },
});
