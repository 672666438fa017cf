import {
  sizes,
  titleFrom,
  type DifficultyLevel,
  type MaterialSource,
  type Plan,
  type Quiz,
  type QuizQuestion,
  type WeakArea,
} from '@lectern/contracts';
import { newId } from '@lectern/document-store';
import { DomainError, type Creation, type Plans } from '@lectern/service-kit';
import type { QuizDocument } from '../store.ts';
import { addUsage } from './addUsage.ts';
import type { Sources } from './createSources.ts';
import { generatedFields } from './generatedFields.ts';
import { wasApplied } from './nextRevision.ts';
import { asQuiz, quizDescription, rememberedStems, type OwnedQuizzes } from './quizDocument.ts';
import { fewestItems, type StudyContent } from './StudyContent.ts';

export interface QuizGenerationDependencies {
  own: OwnedQuizzes;
  content: StudyContent;
  sources: Sources;
  plans: Plans;
  clock: () => Date;
}

export interface QuizRequest {
  studyMaterialId: string;
  stylePreference?: string | null | undefined;
}

export interface QuizRegeneration {
  studyMaterialId?: string | undefined;
  weakAreas?: WeakArea[] | undefined;
  questionCount?: number | undefined;
  difficultyLevel?: DifficultyLevel | undefined;
}

const stemsOf = (questions: readonly QuizQuestion[]): string[] => questions.map((question) => question.question);

/** @throws DomainError `conflict` for another guide, `premium_required` */
const checkRegeneration = (quiz: QuizDocument, { canRegenerate }: Plan, { studyMaterialId }: QuizRegeneration): void => {
  if (studyMaterialId !== undefined && studyMaterialId !== quiz.studyMaterialId)
    throw new DomainError('conflict', 'This quiz belongs to another study guide.', {
      errors: [{ path: 'studyMaterialId', message: 'Not the guide of this quiz' }],
    });
  if (!canRegenerate) throw new DomainError('premium_required', 'New questions are part of Premium. Upgrade to regenerate this quiz.');
};

/** Generating quizzes, and replacing their questions. */
export function createQuizGeneration({ own, content, sources, plans, clock }: QuizGenerationDependencies) {
  /** @throws DomainError `too_little_material` for fewer than three questions */
  const makeQuestions = async (userId: string, material: MaterialSource, options: Parameters<StudyContent['quiz']>[2]) => {
    const made = await content.quiz(userId, material.source, options);
    if (made.questions.length < fewestItems)
      throw new DomainError('too_little_material', 'This study guide has too little material for a quiz. Add more content and try again.');
    const questions = made.questions.map((question): QuizQuestion => ({ _id: newId(() => clock().getTime()), ...question }));
    return { ...made, questions };
  };

  return {
    async generate(userId: string, body: QuizRequest, creation: Creation, requestId: string): Promise<Quiz> {
      const plan = await plans.planOf(userId);
      const limit = plan.limits.quizzes;
      const message = `You've reached your limit of ${limit} quizzes. Upgrade to premium for unlimited quizzes.`;
      const quiz = await own.create({ userId, creation, limit, message }, async () => {
        const material = await sources.read(userId, body.studyMaterialId, requestId);
        const stylePreference = body.stylePreference || undefined;
        const made = await makeQuestions(userId, material, { count: plan.questionsAsked, stylePreference });
        return {
          title: titleFrom(`Quiz: ${material.title}`, sizes.title, 'Quiz'),
          description: quizDescription(made.questions.length, material.title),
          questions: made.questions,
          difficultyLevel: 'medium',
          currentScore: 0,
          attempts: 0,
          scoreSum: 0,
          recentScores: [],
          askedStems: stemsOf(made.questions),
          ...generatedFields(made, { generatedBy: content.generatedBy, material, stylePreference, now: clock() }),
        };
      });
      return asQuiz(quiz);
    },

    /** Replaces the questions by new ones on the weak areas. Their number, the best score and the attempts stay. */
    async regenerate(userId: string, id: string, body: QuizRegeneration, creation: Creation, requestId: string): Promise<Quiz> {
      const quiz = await own.get(userId, id);
      if (wasApplied(quiz, creation)) return asQuiz(quiz);
      checkRegeneration(quiz, await plans.planOf(userId), body);
      const material = await sources.readAgain(userId, quiz, 'quiz', requestId);
      const difficultyLevel = body.difficultyLevel ?? quiz.difficultyLevel;
      const made = await makeQuestions(userId, material, {
        count: body.questionCount ?? quiz.shortfall?.asked ?? quiz.questions.length,
        stylePreference: quiz.stylePreference ?? undefined,
        difficultyLevel,
        weakAreas: body.weakAreas ?? [],
        avoidStems: quiz.askedStems,
      });
      const replaceQuestions = (kept: QuizDocument) => ({
        results: undefined,
        shortfall: made.shortfall,
        limitation: made.limitation,
        questions: made.questions,
        difficultyLevel,
        generatedBy: content.generatedBy,
        description: quizDescription(made.questions.length, kept.studyMaterialTitle),
        askedStems: rememberedStems(kept.askedStems, stemsOf(made.questions)),
        usage: addUsage(kept.usage, made.usage),
      });
      return asQuiz(await own.change(userId, id, replaceQuestions, creation));
    },
  };
}
