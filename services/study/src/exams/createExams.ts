import { examBounds, type Exam, type ExamDetail, type ExamEdit, type NewExam } from '@lectern/contracts';
import { DomainError, notFound, type Creation } from '@lectern/service-kit';
import { invalidField } from '../reviews/invalidField.ts';
import { dayOf } from '../reviews/learnerDay.ts';
import type { ExamList } from './createExamList.ts';
import { createExamViews, withoutPlan, type ExamViewsDependencies } from './createExamViews.ts';
import type { StoredExam } from './examsCollection.ts';

/** Those of these guides that a learner has. */
export type OwnedGuides = (userId: string, ids: readonly string[]) => Promise<readonly string[]>;

export interface ExamsDependencies extends ExamViewsDependencies {
  examList: ExamList;
  ownedGuides: OwnedGuides;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The day of an exam, as the number of days since 1970-01-01. @throws DomainError `invalid` for a past day, and one that is too far */
const dayOfExam = (date: string, today: number): number => {
  const day = Date.parse(date) / dayMs;
  if (day < today) throw invalidField('date', 'The date of an exam cannot be in the past.');
  const farthest = new Date(today * dayMs);
  farthest.setUTCFullYear(farthest.getUTCFullYear() + examBounds.farthestYears);
  if (day * dayMs > farthest.getTime()) throw invalidField('date', `An exam can be at most ${examBounds.farthestYears} years ahead.`);
  return day;
};

/** The fields that another date changes. */
type MovedFields = Pick<StoredExam, 'date' | 'day' | 'from' | 'timeZone' | 'dayStartsAt'> | undefined;

/** An exam after an edit. Another date asks again what becomes of its items. */
const edited = (before: StoredExam, { name, studyMaterialIds, afterwards }: ExamEdit, moved: MovedFields): StoredExam => ({
  ...before,
  ...(name !== undefined && { name }),
  ...(studyMaterialIds && { studyMaterialIds }),
  ...(moved && { ...moved, isOver: false, afterwards: null }),
  ...(afterwards && { afterwards }),
});

/** Exams of learners: what is to be known on a day, and the work until then. */
export function createExams(dependencies: ExamsDependencies) {
  const { settings, examList, ownedGuides, clock } = dependencies;
  const views = createExamViews(dependencies);
  /** @throws DomainError `not_found` when a guide is not there, or belongs to another learner */
  const requireGuides = async (userId: string, ids: readonly string[]): Promise<void> => {
    if (ids.length > 0 && (await ownedGuides(userId, ids)).length < ids.length) throw notFound('Study guide');
  };

  /** The fields of an exam that its date decides. @throws DomainError `invalid` */
  const datedFields = async (userId: string, date: string) => {
    const { timeZone, dayStartsAt } = await settings.get(userId);
    const from = dayOf(clock(), { timeZone, dayStartsAt });
    return { date, day: dayOfExam(date, from), from, timeZone, dayStartsAt };
  };

  return {
    list: async (userId: string): Promise<Exam[]> => views.all(userId, await examList.current(userId)),

    get: async (userId: string, id: string): Promise<ExamDetail> => views.one(userId, id, await examList.current(userId)),

    /** Plans an exam. @throws DomainError `invalid` for its date, `not_found` for a guide, `conflict` for one exam too many */
    async create(userId: string, { name, date, studyMaterialIds }: NewExam, { newId: _id }: Creation): Promise<Exam> {
      const dated = await datedFields(userId, date);
      await requireGuides(userId, studyMaterialIds);
      const exam = { _id, name, ...dated, studyMaterialIds, isOver: false, afterwards: null };
      const exams = await examList.change(userId, (all) => {
        // A retry finds what its first attempt stored.
        if (all.some((each) => each._id === _id)) return { exams: [...all], guides: [] };
        if (all.length >= examBounds.exams) throw new DomainError('conflict', `You can plan at most ${examBounds.exams} exams.`);
        return { exams: [...all, exam], guides: studyMaterialIds };
      });
      return withoutPlan(await views.one(userId, _id, exams));
    },

    /** Changes an exam. Another date is counted from today. @throws DomainError `invalid`, `not_found` */
    async update(userId: string, id: string, edit: ExamEdit): Promise<Exam> {
      const { date, studyMaterialIds } = edit;
      const known = (await examList.current(userId)).find(({ _id }) => _id === id);
      if (!known) throw notFound('Exam');
      const moved = date === undefined || date === known.date ? undefined : await datedFields(userId, date);
      await requireGuides(userId, studyMaterialIds?.filter((each) => !known.studyMaterialIds.includes(each)) ?? []);
      const exams = await examList.change(userId, (all) => {
        const before = all.find(({ _id }) => _id === id);
        if (!before) throw notFound('Exam');
        const after = edited(before, edit, moved);
        return {
          exams: all.map((each) => (each === before ? after : each)),
          guides: [...before.studyMaterialIds, ...after.studyMaterialIds],
        };
      });
      return withoutPlan(await views.one(userId, id, exams));
    },

    /** Deletes an exam. Its items go on as usual. @throws DomainError `not_found` */
    async remove(userId: string, id: string): Promise<{ _id: string }> {
      await examList.change(userId, (all) => {
        const exam = all.find(({ _id }) => _id === id);
        if (!exam) throw notFound('Exam');
        return { exams: all.filter((each) => each !== exam), guides: exam.studyMaterialIds };
      });
      return { _id: id };
    },
  };
}
