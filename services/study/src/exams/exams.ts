import { examBounds, internalPaths, OwnedMaterials, type Exam, type ExamDetail, type ExamEdit, type NewExam } from '@lectern/contracts';
import { DomainError, notFound, type Creation } from '@lectern/service-kit';
import { invalidField } from '../reviews/invalidField.ts';
import { dayOf } from '../reviews/learnerDay.ts';
import { readQueueRequest } from '../reviews/reviewQueue.ts';
import { readSettings } from '../reviews/reviewSettings.ts';
import type { StudyContext } from '../StudyContext.ts';
import { changeExams, currentExams } from './examList.ts';
import type { StoredExam } from './examsCollection.ts';
import { viewExam, viewExams, withoutPlan } from './examViews.ts';

/** The timeout for asking the library which guides a learner has, in milliseconds. */
const timeoutMs = 5_000;
const dayMs = 24 * 60 * 60 * 1000;

/** Returns the day of an exam, in days since 1970-01-01. @throws DomainError `invalid` for a past day, or one too far in the future */
const dayOfExam = (date: string, today: number): number => {
  const day = Date.parse(date) / dayMs;
  if (day < today) throw invalidField('date', 'The date of an exam cannot be in the past.');
  const farthest = new Date(today * dayMs);
  farthest.setUTCFullYear(farthest.getUTCFullYear() + examBounds.farthestYears);
  if (day * dayMs > farthest.getTime()) throw invalidField('date', `An exam can be at most ${examBounds.farthestYears} years ahead.`);
  return day;
};

/** The fields that depend on the date. */
type MovedFields = Pick<StoredExam, 'date' | 'day' | 'from' | 'timeZone' | 'dayStartsAt'> | undefined;

/** Returns an exam after an edit. A new date resets the learner's decision about its items. */
const edited = (before: StoredExam, { name, studyMaterialIds, afterwards }: ExamEdit, moved: MovedFields): StoredExam => ({
  ...before,
  ...(name !== undefined && { name }),
  ...(studyMaterialIds && { studyMaterialIds }),
  ...(moved && { ...moved, isOver: false, afterwards: null }),
  ...(afterwards && { afterwards }),
});

/** @throws DomainError `not_found` if a guide does not exist or belongs to another learner */
async function requireGuides({ call }: StudyContext, userId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const body: OwnedMaterials = { ids: [...ids] };
  const path = internalPaths.ownedMaterials;
  const owned = await call({ to: 'library', path, method: 'POST', body, answer: OwnedMaterials, userId, timeoutMs });
  if (owned.ids.length < ids.length) throw notFound('Study guide');
}

/** Computes the fields that depend on the date. @throws DomainError `invalid` */
async function datedFields(study: StudyContext, userId: string, date: string) {
  const { timeZone, dayStartsAt } = await readSettings(study, userId);
  const from = dayOf(study.clock(), { timeZone, dayStartsAt });
  return { date, day: dayOfExam(date, from), from, timeZone, dayStartsAt };
}

export const listExams = async (study: StudyContext, userId: string): Promise<Exam[]> =>
  viewExams(study, await readQueueRequest(study, userId));

/** Returns an exam with its plan. @throws DomainError `not_found` */
export const getExam = async (study: StudyContext, userId: string, id: string): Promise<ExamDetail> =>
  viewExam(study, id, await readQueueRequest(study, userId));

/** Creates an exam. @throws DomainError `invalid` for its date, `not_found` for a guide, `conflict` above the maximum number */
export async function createExam(
  study: StudyContext,
  userId: string,
  { name, date, studyMaterialIds }: NewExam,
  { newId: _id }: Creation,
): Promise<Exam> {
  const dated = await datedFields(study, userId, date);
  await requireGuides(study, userId, studyMaterialIds);
  const exam = { _id, name, ...dated, studyMaterialIds, isOver: false, afterwards: null };
  const exams = await changeExams(study, userId, (all) => {
    // A retry finds the exam of its first attempt.
    if (all.some((each) => each._id === _id)) return { exams: [...all], guides: [] };
    if (all.length >= examBounds.exams) throw new DomainError('conflict', `You can plan at most ${examBounds.exams} exams.`);
    return { exams: [...all, exam], guides: studyMaterialIds };
  });
  return withoutPlan(await viewExam(study, _id, { ...(await readQueueRequest(study, userId)), exams }));
}

/** Changes an exam. A new date starts its plan today. @throws DomainError `invalid`, `not_found` */
export async function updateExam(study: StudyContext, userId: string, id: string, edit: ExamEdit): Promise<Exam> {
  const { date, studyMaterialIds } = edit;
  const known = (await currentExams(study, userId)).find(({ _id }) => _id === id);
  if (!known) throw notFound('Exam');
  const moved = date === undefined || date === known.date ? undefined : await datedFields(study, userId, date);
  await requireGuides(study, userId, studyMaterialIds?.filter((each) => !known.studyMaterialIds.includes(each)) ?? []);
  const exams = await changeExams(study, userId, (all) => {
    const before = all.find(({ _id }) => _id === id);
    if (!before) throw notFound('Exam');
    const after = edited(before, edit, moved);
    return {
      exams: all.map((each) => (each === before ? after : each)),
      guides: [...before.studyMaterialIds, ...after.studyMaterialIds],
    };
  });
  return withoutPlan(await viewExam(study, id, { ...(await readQueueRequest(study, userId)), exams }));
}

/** Deletes an exam. Its items continue as usual. @throws DomainError `not_found` */
export async function deleteExam(study: StudyContext, userId: string, id: string): Promise<{ _id: string }> {
  await changeExams(study, userId, (all) => {
    const exam = all.find(({ _id }) => _id === id);
    if (!exam) throw notFound('Exam');
    return { exams: all.filter((each) => each !== exam), guides: exam.studyMaterialIds };
  });
  return { _id: id };
}
