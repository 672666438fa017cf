import type { Exam, ExamDetail } from '@lectern/contracts';
import { notFound } from '@lectern/service-kit';
import type { Settle } from '../reviews/createSettling.ts';
import type { ReviewQueue } from '../reviews/createReviewQueue.ts';
import type { OwnSettings, ReviewSettingsRules } from '../reviews/createReviewSettings.ts';
import { dateOfDay, dayOf } from '../reviews/learnerDay.ts';
import { readAll } from '../reviews/readAll.ts';
import type { ReviewItemDocument, ReviewStore } from '../reviews/reviewCollections.ts';
import { recallOn } from '../reviews/scheduleOf.ts';
import { scheduleOfItem } from '../reviews/scheduleOfItem.ts';
import type { StoredExam } from './examsCollection.ts';
import { planExam } from './planExam.ts';
import { shortfallOf } from './shortfallOf.ts';

export interface ExamViewsDependencies {
  reviewStore: ReviewStore;
  settle: Settle;
  settings: ReviewSettingsRules;
  queue: Pick<ReviewQueue, 'today'>;
  clock: () => Date;
}

/** What is needed to show exams. */
interface ExamView {
  own: OwnSettings;
  today: number;
  chosenToday: ReadonlySet<string>;
  itemsOf: (studyMaterialId: string) => Promise<ReviewItemDocument[]>;
}

/** The mean predicted recall on the morning of the exam; `null` when no card was reviewed. */
const readinessOf = (cards: readonly ReviewItemDocument[], day: number, own: OwnSettings): number | null => {
  const schedules = cards.map(scheduleOfItem).filter((schedule) => schedule !== undefined);
  return schedules.length === 0 ? null : schedules.reduce((sum, schedule) => sum + recallOn(day, schedule, own), 0) / cards.length;
};

const describe = async (exam: StoredExam, { own, today, chosenToday, itemsOf }: ExamView): Promise<ExamDetail> => {
  const { _id, name, date, day, studyMaterialIds, isOver, afterwards } = exam;
  const items = (await Promise.all(studyMaterialIds.map(itemsOf))).flat().filter(({ suspended }) => !suspended);
  const cards = items.filter(({ kind }) => kind === 'card');
  const plan = planExam({ exam, items, chosenToday, today, own });
  const shortfall = shortfallOf({ exam, plan, left: cards.filter(({ place }) => place === 'new').length, today, own });
  const planned = plan.reduce((sum, each) => sum + each.new + each.reviews, 0);
  return {
    ...{ _id, name, date, studyMaterialIds, isOver, afterwards },
    daysLeft: Math.max(0, day - today),
    cards: cards.length,
    seen: cards.filter(({ stability }) => stability !== null).length,
    perDay: plan.length === 0 ? 0 : Math.ceil(planned / plan.length),
    readiness: readinessOf(cards, day, own),
    ...(shortfall !== undefined && { shortfall }),
    plan: plan.map(({ day: each, new: met, reviews }) => ({ date: dateOfDay(each), new: met, reviews })),
  };
};

/** An exam as lists show it. */
export const withoutPlan = ({ plan: _plan, ...exam }: ExamDetail): Exam => exam;

/** Upcoming exams first, the next one at the top; past ones last. */
const soonestFirst = (a: StoredExam, b: StoredExam): number =>
  Number(a.isOver) - Number(b.isOver) || (a.isOver ? b.day - a.day : a.day - b.day) || (a._id < b._id ? -1 : 1);

/** How exams are shown. */
export function createExamViews({ reviewStore, settle, settings, queue, clock }: ExamViewsDependencies) {
  const viewOf = async (userId: string, exams: readonly StoredExam[]): Promise<ExamView> => {
    await settle(userId);
    const [own, now] = [await settings.get(userId), clock()];
    const read = new Map<string, Promise<ReviewItemDocument[]>>();
    const itemsOf = (studyMaterialId: string): Promise<ReviewItemDocument[]> => {
      const known = read.get(studyMaterialId);
      const items = known ?? readAll((paging) => reviewStore.items.find('byMaterial', { equals: { userId, studyMaterialId }, ...paging }));
      read.set(studyMaterialId, items);
      return items;
    };
    const isAnyToCome = exams.some(({ isOver }) => !isOver);
    const chosen = isAnyToCome ? await queue.today(userId, exams, own, now) : [];
    return { own, today: dayOf(now, own), chosenToday: new Set(chosen.map(({ _id }) => _id)), itemsOf };
  };

  return {
    async all(userId: string, exams: readonly StoredExam[]): Promise<Exam[]> {
      if (exams.length === 0) return [];
      const view = await viewOf(userId, exams);
      const described: Exam[] = [];
      for (const exam of exams.toSorted(soonestFirst)) described.push(withoutPlan(await describe(exam, view)));
      return described;
    },

    /** One of a learner's exams, with its plan. @throws DomainError `not_found` */
    async one(userId: string, id: string, exams: readonly StoredExam[]): Promise<ExamDetail> {
      const exam = exams.find(({ _id }) => _id === id);
      if (!exam) throw notFound('Exam');
      return describe(exam, await viewOf(userId, exams));
    },
  };
}
export type ExamViews = ReturnType<typeof createExamViews>;
