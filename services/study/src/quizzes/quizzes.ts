import { sizes, writtenByLearner, type BulkResult, type NewQuestion, type Quiz, type QuizListItem } from '@lectern/contracts';
import { newId } from '@lectern/document-store';
import { runInBulk, type Creation, type FileAnswer, type Page } from '@lectern/service-kit';
import { requireRoom } from '../items/items.ts';
import { readSources } from '../items/sources.ts';
import { changeOwned } from '../owned/changeOwned.ts';
import { stopGeneration } from '../owned/followGeneration.ts';
import { copiedFields, copiedItems } from '../owned/copiedFields.ts';
import { generatedFields } from '../owned/generatedFields.ts';
import { createOwned, deleteOwned, getOwned, listOwned, readPlan, type ListQuery } from '../owned/ownedResources.ts';
import type { StudyContext } from '../StudyContext.ts';
import { asQuiz, asQuizListItem, noScores, quizDescription, quizKind, quizLimit, stemsOf, writtenQuestion } from './quizDocument.ts';
import { quizAnswer } from './showQuiz.ts';

/** A quiz that the learner writes. */
export interface WrittenQuiz {
  title: string;
  studyMaterialId: string;
  /** A quiz has at least one question. */
  question: NewQuestion;
}

/** A learner's edit of a quiz's title and description. Absent fields stay unchanged. */
export interface QuizEdit {
  title?: string | undefined;
  description?: string | undefined;
}

export async function listQuizzes(
  study: StudyContext,
  userId: string,
  query: ListQuery,
  signal?: AbortSignal,
): Promise<Page<QuizListItem>> {
  const page = await listOwned(study, quizKind, userId, query, signal);
  return { ...page, items: page.items.map((quiz) => asQuizListItem(quiz, study.clock())) };
}

/** @throws DomainError `not_found` */
export const getQuiz = async (study: StudyContext, userId: string, id: string): Promise<Quiz> =>
  asQuiz(await getOwned(study, quizKind, userId, id), study.clock());

/** Creates a quiz that the learner writes. @throws DomainError `limit_reached`; `not_found` for an unknown guide */
export async function createOwnQuiz(
  study: StudyContext,
  userId: string,
  { title, studyMaterialId, question }: WrittenQuiz,
  { creation, requestId }: { creation: Creation; requestId: string },
): Promise<Quiz> {
  const { clock } = study;
  const { plan, isFirst } = await readPlan(study, quizKind, userId);
  const make = async () => {
    const materials = await readSources(study, userId, [studyMaterialId], requestId);
    const fields = generatedFields({}, { generatedBy: writtenByLearner, materials, stylePreference: undefined, now: clock() });
    const { studyMaterialTitle } = fields;
    const questions = [
      writtenQuestion(
        question,
        { title, studyMaterialTitle },
        newId(() => clock().getTime()),
      ),
    ];
    return {
      ...fields,
      ...noScores,
      title,
      description: quizDescription(questions.length, studyMaterialTitle),
      questions,
      difficultyLevel: 'medium' as const,
      askedStems: stemsOf(questions),
    };
  };
  return createOwned(study, quizKind, { userId, creation, isFirst, ...quizLimit(plan) }, make, quizAnswer(study));
}

export async function updateQuiz(study: StudyContext, userId: string, id: string, { title, description }: QuizEdit): Promise<Quiz> {
  const changed = await changeOwned(study, quizKind, userId, id, () => ({
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description, isDescriptionOwn: true }),
  }));
  return asQuiz(changed, study.clock());
}

/**
 * Copies a quiz without its attempts, the learner's own or a shared one.
 *
 * @throws DomainError `limit_reached`, also above the plan's number of questions
 */
export async function copyQuiz(
  study: StudyContext,
  userId: string,
  { userId: ownerId, _id }: { userId: string; _id: string },
  creation: Creation,
): Promise<Quiz> {
  const { plan, isFirst } = await readPlan(study, quizKind, userId);
  const make = async () => {
    const original = await getOwned(study, quizKind, ownerId, _id);
    requireRoom(original.questions.length, { name: 'question', limit: plan.questionLimit, most: sizes.questions });
    const isOwn = ownerId === userId;
    return {
      ...(await copiedFields(study, quizKind, original, userId)),
      ...noScores,
      results: undefined,
      ...(!isOwn && { askedStems: stemsOf(original.questions) }),
      questions: copiedItems(study, original.questions, isOwn),
    };
  };
  return createOwned(study, quizKind, { userId, creation, isFirst, ...quizLimit(plan) }, make, quizAnswer(study));
}

/** Stops a running generation. */
export const stopQuizGeneration = async (study: StudyContext, userId: string, id: string): Promise<Quiz> =>
  asQuiz(await changeOwned(study, quizKind, userId, id, stopGeneration), study.clock());

export const exportQuiz = async (study: StudyContext, userId: string, id: string, format: 'gift' | 'qti' | 'csv'): Promise<FileAnswer> =>
  study.threads.run(userId, 'exportQuiz', { quiz: await getQuiz(study, userId, id), format });

export const deleteQuiz = (study: StudyContext, userId: string, id: string): Promise<{ _id: string }> =>
  deleteOwned(study, quizKind, userId, id);

/** Deletes several quizzes, each independently. */
export const deleteQuizzes = (study: StudyContext, userId: string, ids: readonly string[], requestId: string): Promise<BulkResult> =>
  runInBulk(ids, (id) => deleteQuiz(study, userId, id), { log: study.log, requestId });

/** Erases all quizzes of a learner. */
export async function eraseQuizzes({ store }: StudyContext, userId: string): Promise<void> {
  await store.attempts.deleteWhere('byQuiz', { userId });
  await store.quizzes.deleteWhere('byUser', { userId });
}
