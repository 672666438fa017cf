import type { Exam, ExamDetail } from '@lectern/contracts';
import { notFound } from '@lectern/service-kit';
import { readGuideItems } from '../reviews/readGuideItems.ts';
import { dateOfDay, dayOf } from '../reviews/learnerDay.ts';
import type { QueueRequest } from '../reviews/chooseQueue.ts';
import { itemsOfToday } from '../reviews/reviewQueue.ts';
import type { OwnSettings } from '../reviews/reviewSettings.ts';
import { createGoodDays, recallOn, type GoodDays } from '../reviews/scheduleOf.ts';
import { scheduleOfItem } from '../reviews/scheduleOfItem.ts';
import type { StudyContext } from '../StudyContext.ts';
import type { StoredExam } from './examsCollection.ts';
import { planExam, type PlannedItem, shortfallOf } from './planExam.ts';

/** The number of concurrent plans, and of waiting ones. */
export const planQueueLimits = { slots: 2, largeSlots: 1, waitingMax: 80, perOwnerMax: 32 } as const;

/** The data to show exams. */
interface ExamView {
  own: OwnSettings;
  today: number;
  chosenToday: ReadonlySet<string>;
  itemsOf: (studyMaterialId: string) => readonly PlannedItem[];
  afterGoodDay: GoodDays;
}

/** Returns the predicted mean recall on the morning of the exam; `null` if no card was reviewed. */
const readinessOf = (cards: readonly PlannedItem[], day: number, own: OwnSettings): number | null => {
  const schedules = cards.map(scheduleOfItem).filter((schedule) => schedule !== undefined);
  return schedules.length === 0 ? null : schedules.reduce((sum, schedule) => sum + recallOn(day, schedule, own), 0) / cards.length;
};

const describe = async (exam: StoredExam, { own, today, chosenToday, itemsOf, afterGoodDay }: ExamView): Promise<ExamDetail> => {
  const { _id, name, date, day, studyMaterialIds, isOver, afterwards } = exam;
  const items = studyMaterialIds.flatMap(itemsOf).filter(({ suspended }) => !suspended);
  const cards = items.filter(({ kind }) => kind === 'card');
  const plan = await planExam({ exam, items, chosenToday, today, own, afterGoodDay });
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

/** Returns an exam in the form of lists. */
export const withoutPlan = ({ plan: _plan, ...exam }: ExamDetail): Exam => exam;

/** Compares exams: upcoming ones first, the next one at the top; past ones last. */
const soonestFirst = (a: StoredExam, b: StoredExam): number =>
  Number(a.isOver) - Number(b.isOver) || (a.isOver ? b.day - a.day : a.day - b.day) || (a._id < b._id ? -1 : 1);

/** @param shown - the exams to describe */
async function readView(study: StudyContext, request: QueueRequest, shown: readonly StoredExam[]): Promise<ExamView> {
  const { userId, exams, own, now } = request;
  const guides = [...new Set(shown.flatMap(({ studyMaterialIds }) => studyMaterialIds))];
  const isAnyToCome = exams.some(({ isOver }) => !isOver);
  const [chosen, items] = await Promise.all([
    isAnyToCome ? itemsOfToday(study, request) : [],
    Promise.all(guides.map(async (id) => [id, await readGuideItems(study, userId, id)] as const)),
  ]);
  const itemsOf = new Map(items);
  const chosenToday = new Set(chosen.map(({ _id }) => _id));
  return { own, today: dayOf(now, own), chosenToday, itemsOf: (id) => itemsOf.get(id) ?? [], afterGoodDay: createGoodDays(own) };
}

/** Returns a learner's exams in the form of lists. */
export async function viewExams(study: StudyContext, request: QueueRequest): Promise<Exam[]> {
  const { userId, exams } = request;
  if (exams.length === 0) return [];
  return study.queues.plans.run(userId, exams.length > 1, async () => {
    const view = await readView(study, request, exams);
    const described: Exam[] = [];
    for (const exam of exams.toSorted(soonestFirst)) described.push(withoutPlan(await describe(exam, view)));
    return described;
  });
}

/** Returns one of a learner's exams with its plan. @throws DomainError `not_found` */
export async function viewExam(study: StudyContext, id: string, request: QueueRequest): Promise<ExamDetail> {
  const exam = request.exams.find(({ _id }) => _id === id);
  if (!exam) throw notFound('Exam');
  return study.queues.plans.run(request.userId, false, async () => describe(exam, await readView(study, request, [exam])));
}
