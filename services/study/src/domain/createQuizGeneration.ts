import { sizes, titleFrom, type DifficultyLevel, type Quiz } from '@lectern/contracts';
import type { Creation } from '@lectern/service-kit';
import { generatedFields } from './generatedFields.ts';
import { askedCount, chosenGuides, type GuideChoice } from './GuideChoice.ts';
import { followQuestions, makeQuestions, stemsOf, type NewQuestions, type QuizGenerationDependencies } from './makeQuestions.ts';
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
  async generate(userId: string, body: QuizRequest, creation: Creation, requestId: string, key?: string): Promise<Quiz> {
    const { own, sources, plans, clock } = dependencies;
    const plan = await plans.planOf(userId);
    const count = askedCount(body.questionCount, plan.questionsAsked, 'questions');
    const runId = creation.newId;
    let made: NewQuestions | undefined;
    const quiz = await own.create({ userId, creation, ...quizLimit(plan) }, async () => {
      const materials = await sources.read(userId, chosenGuides(body), requestId);
      const stylePreference = body.stylePreference || undefined;
      const { difficultyLevel } = body;
      made = await makeQuestions(dependencies, userId, materials, { count, stylePreference, difficultyLevel, key }, runId);
      const { generatedBy, generation } = made;
      const fields = generatedFields(made, { generatedBy, materials, stylePreference, now: clock() });
      const title = titleFrom(`Quiz: ${fields.studyMaterialTitle}`, sizes.title, 'Quiz');
      return {
        ...fields,
        generation,
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
    if (made) followQuestions(dependencies, { userId, id: quiz._id, runId }, made);
    return asQuiz(quiz, clock());
  },
});
