import { writtenByLearner, type NewQuestion, type Quiz } from '@lectern/contracts';
import { newId } from '@lectern/document-store';
import type { Creation, Plans } from '@lectern/service-kit';
import type { Sources } from './createSources.ts';
import { generatedFields } from './generatedFields.ts';
import { stemsOf } from './makeQuestions.ts';
import { asQuiz, quizDescription, type OwnedQuizzes } from './quizDocument.ts';
import { quizLimit } from './quizLimit.ts';
import { writtenQuestion } from './writtenQuestion.ts';

export interface QuizWritingDependencies {
  own: OwnedQuizzes;
  sources: Pick<Sources, 'read'>;
  plans: Plans;
  clock: () => Date;
}

/** A quiz as the learner writes it. */
export interface WrittenQuiz {
  title: string;
  studyMaterialId: string;
  /** A quiz has one question at least. */
  question: NewQuestion;
}

/** Quizzes that the learner writes. */
export const createQuizWriting = ({ own, sources, plans, clock }: QuizWritingDependencies) => ({
  /** @throws DomainError `limit_reached` at the plan's limit of quizzes, `not_found` for an unknown guide */
  async createOwn(
    userId: string,
    { title, studyMaterialId, question }: WrittenQuiz,
    creation: Creation,
    requestId = creation.newId,
  ): Promise<Quiz> {
    const plan = await plans.planOf(userId);
    const quiz = await own.create({ userId, creation, ...quizLimit(plan) }, async () => {
      const materials = await sources.read(userId, [studyMaterialId], requestId);
      const fields = generatedFields({}, { generatedBy: writtenByLearner, materials, stylePreference: undefined, now: clock() });
      const questions = [
        writtenQuestion(
          question,
          { title, studyMaterialTitle: fields.studyMaterialTitle },
          newId(() => clock().getTime()),
        ),
      ];
      return {
        ...fields,
        title,
        description: quizDescription(questions.length, fields.studyMaterialTitle),
        questions,
        difficultyLevel: 'medium' as const,
        currentScore: 0,
        attempts: 0,
        scoreSum: 0,
        recentScores: [],
        attemptLog: [],
        askedStems: stemsOf(questions),
      };
    });
    return asQuiz(quiz, clock());
  },
});
