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
import { DomainError, endedGeneration, runningGeneration, type StoredGeneration } from '@lectern/service-kit';
import { listDropped } from '../items/droppedItems.ts';
import { readSources, readSourcesOf } from '../items/sources.ts';
import { addUsage, askedCount, generatedFields, type GenerationRequest } from '../owned/generatedFields.ts';
import { changeOwned, wasApplied } from '../owned/changeOwned.ts';
import { followGeneration } from '../owned/followGeneration.ts';
import { createOwned, getOwned, readPlan, titlesOfGuide } from '../owned/ownedResources.ts';
import { distinctTitle } from '../owned/titles.ts';
import type { QuizDocument } from '../store.ts';
import { fewestItems, type MadeItems, type MadeQuestions, type StudyContent } from '../StudyContent.ts';
import type { StudyContext } from '../StudyContext.ts';
import {
  asQuiz,
  descriptionWith,
  isWritten,
  noScores,
  quizDescription,
  quizKind,
  quizLimit,
  rememberedStems,
  stemsOf,
} from './quizDocument.ts';
import { quizAnswer } from './showQuiz.ts';

export interface QuizRequest {
  studyMaterialIds: readonly string[];
  stylePreference?: string | null | undefined;
  questionCount?: number | undefined;
  difficultyLevel?: DifficultyLevel | undefined;
}

export interface QuizRegeneration {
  studyMaterialId?: string | null | undefined;
  weakAreas?: WeakArea[] | undefined;
  questionCount?: number | undefined;
  difficultyLevel?: DifficultyLevel | undefined;
}

interface NewQuestions extends Omit<MadeItems<MadeQuestions>, 'questions'> {
  questions: QuizQuestion[];
  generation: StoredGeneration;
}

/** @throws DomainError `too_little_material` for fewer than three questions */
async function makeQuestions(
  study: StudyContext,
  userId: string,
  materials: readonly MaterialSource[],
  options: Parameters<StudyContent['quiz']>[2],
  runId: string,
): Promise<NewQuestions> {
  const { content, clock } = study;
  const dropped = await listDropped(study, userId, materials, 'question');
  const made = await content.quiz(userId, materials, { ...options, dropped });
  if (made.questions.length < fewestItems)
    throw new DomainError(
      'too_little_material',
      'This study guide has too little material for a quiz. Add more content, or write your own cards.',
    );
  const questions = made.questions.map((question): QuizQuestion => ({ _id: newId(() => clock().getTime()), ...question }));
  const { length } = questions;
  const generation = made.rest
    ? runningGeneration(runId, options.count, length, clock())
    : endedGeneration(made.shortfall?.asked ?? length, length);
  return { ...made, questions, generation };
}

/** Adds the questions that are generated after the answer, before the learner's own. A question that the learner deleted is not added again. */
function followQuestions(
  study: StudyContext,
  { userId, id, runId }: { userId: string; id: string; runId: string },
  { rest, questions: first, generation: { asked } }: NewQuestions,
): void {
  if (!rest) return;
  const given = new Set(stemsOf(first));
  const added = (quiz: QuizDocument, { questions: all, usage, shortfall, limitation }: MadeQuestions, isWhole: boolean) => {
    const further = all
      .filter(({ question }) => !given.has(question))
      .slice(0, asked - given.size)
      .map((question): QuizQuestion => ({ _id: newId(() => study.clock().getTime()), ...question }));
    for (const stem of stemsOf(further)) given.add(stem);
    const written = quiz.questions.findIndex(isWritten);
    const questions = quiz.questions.toSpliced(written < 0 ? quiz.questions.length : written, 0, ...further);
    const change = {
      questions,
      description: descriptionWith(quiz, questions.length),
      askedStems: rememberedStems(quiz.askedStems, stemsOf(further)),
      ...(isWhole && { usage: addUsage(quiz.usage, usage), shortfall, limitation }),
    };
    return { change, made: given.size };
  };
  followGeneration(study, quizKind, { userId, id, runId, rest, added });
}

/** Generates a quiz from guides. @throws DomainError `limit_reached`, `not_found`, `too_large`, `too_little_material` */
export async function generateQuiz(
  study: StudyContext,
  userId: string,
  body: QuizRequest,
  { creation, requestId, idempotencyKey: key }: GenerationRequest,
): Promise<Quiz> {
  const { clock } = study;
  const { plan, isFirst } = await readPlan(study, quizKind, userId);
  const count = askedCount(body.questionCount, plan.questionsAsked, 'questions');
  const runId = creation.newId;
  let made: NewQuestions | undefined;
  const make = async () => {
    const materials = await readSources(study, userId, body.studyMaterialIds, requestId);
    const stylePreference = body.stylePreference || undefined;
    const { difficultyLevel } = body;
    made = await makeQuestions(study, userId, materials, { count, stylePreference, difficultyLevel, key }, runId);
    const { generatedBy, generation, questions } = made;
    const fields = generatedFields(made, { generatedBy, materials, stylePreference, now: clock() });
    const title = titleFrom(`Quiz: ${fields.studyMaterialTitle}`, sizes.title, 'Quiz');
    return {
      ...fields,
      ...noScores,
      generation,
      title: distinctTitle(title, await titlesOfGuide(study, quizKind, userId, fields.studyMaterialId)),
      description: quizDescription(questions.length, fields.studyMaterialTitle),
      questions,
      difficultyLevel: difficultyLevel ?? 'medium',
      askedStems: stemsOf(questions),
    };
  };
  const quiz = await createOwned(study, quizKind, { userId, creation, isFirst, ...quizLimit(plan) }, make, quizAnswer(study));
  if (made) followQuestions(study, { userId, id: quiz._id, runId }, made);
  return quiz;
}

/** @throws DomainError `conflict` for another guide, `premium_required` */
const checkRegeneration = (quiz: QuizDocument, { canRegenerate }: Plan, { studyMaterialId }: QuizRegeneration): void => {
  if (studyMaterialId && studyMaterialId !== quiz.studyMaterialId)
    throw new DomainError('conflict', 'This quiz belongs to another study guide.', {
      errors: [{ path: 'studyMaterialId', message: 'Not the guide of this quiz' }],
    });
  if (!canRegenerate) throw new DomainError('premium_required', 'New questions are part of Premium. Upgrade to regenerate this quiz.');
};

/**
 * Replaces the generated questions by new ones on the weak areas. The learner's own questions, the number of questions, the best score and the
 * attempts stay.
 */
export async function regenerateQuiz(
  study: StudyContext,
  userId: string,
  id: string,
  body: QuizRegeneration,
  { creation, requestId, idempotencyKey: key }: GenerationRequest,
): Promise<Quiz> {
  const quiz = await getOwned(study, quizKind, userId, id);
  if (wasApplied(quiz, creation)) return asQuiz(quiz, study.clock());
  checkRegeneration(quiz, await study.plans.planOf(userId), body);
  const materials = await readSourcesOf(study, userId, quiz, 'quiz', requestId);
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
  const made = await makeQuestions(study, userId, materials, options, runId);
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
  const changed = await changeOwned(study, quizKind, userId, id, replaceQuestions, creation);
  followQuestions(study, { userId, id, runId }, made);
  return asQuiz(changed, study.clock());
}
