import { toInsert, toUpdate } from '@lectern/document-store';
import { touchDeck } from '../reviews/deckFigures.ts';
import { inGroups, readPages } from '../reviews/readAll.ts';
import { dayOf, type LearnerClock } from '../reviews/learnerDay.ts';
import { changeRules } from '../reviews/learnerRules.ts';
import type { ReviewItemDocument } from '../reviews/reviewCollections.ts';
import { readSettings } from '../reviews/reviewSettings.ts';
import { refreshSchedule } from '../reviews/schedules.ts';
import type { ScheduleContext } from '../StudyContext.ts';
import { examsCollection, type ExamsDocument, type StoredExam } from './examsCollection.ts';
import { underExams } from './underExams.ts';

/** A change of a learner's exams: the new list, and the guides whose items are affected. */
export interface ExamsChange {
  exams: StoredExam[];
  guides: readonly string[];
}

/** The maximum number of attempts after concurrent changes. */
const changeRounds = 20;

const unique = (ids: readonly string[]): string[] => [...new Set(ids)];

/** Returns the exams that have passed but are not marked as over. */
const justOver = (exams: readonly StoredExam[], today: number): StoredExam[] => exams.filter(({ isOver, day }) => !isOver && day < today);

/** Moves an item to its place under the exams. */
async function placeItem(study: ScheduleContext, item: ReviewItemDocument, planned: readonly StoredExam[]): Promise<void> {
  if (item.unplanned) {
    const next = underExams(item, item.unplanned, planned);
    if (next.place === item.place && next.due === item.due) return;
    const change = { set: { ...next }, increment: { revision: 1 } };
    if (await study.store.reviewItems.update(item, change, { equals: { revision: item.revision } })) return;
  }
  await refreshSchedule(study, item);
}

/** Moves the items of the guides that are behind. */
async function placeItems(study: ScheduleContext, { userId, exams, behind }: ExamsDocument): Promise<void> {
  const { reviewItems } = study.store;
  for (const studyMaterialId of behind) {
    const parents = new Set<string>();
    const pages = readPages((paging) => reviewItems.find('byMaterial', { equals: { userId, studyMaterialId }, ...paging }));
    for await (const items of pages) {
      await inGroups(items, (item) => placeItem(study, item, exams));
      for (const { parentId } of items) parents.add(parentId);
    }
    for (const parentId of parents) await touchDeck(study, userId, parentId);
  }
}

/** Stores a change, and marks in the same write the guides whose items need an update. @throws DomainError `conflict` */
async function storeExams(
  study: ScheduleContext,
  userId: string,
  make: (exams: readonly StoredExam[]) => ExamsChange,
): Promise<ExamsDocument> {
  const own = { userId, _id: userId };
  let stored: ExamsDocument = { ...own, exams: [], behind: [], revision: 0 };
  await changeRules(study, userId, async () => {
    const before = await study.store.exams.get(own);
    const { exams, guides } = make(before?.exams ?? []);
    const fields = { exams, behind: unique([...(before?.behind ?? []), ...guides]), revision: (before?.revision ?? 0) + 1 };
    stored = { ...own, ...fields };
    return before
      ? toUpdate(examsCollection, own, { set: fields }, { equals: { revision: before.revision } })
      : toInsert(examsCollection, stored);
  });
  return stored;
}

/** Updates items according to the exams, including those that an interrupted change left behind. */
async function settleExams(study: ScheduleContext, document: ExamsDocument): Promise<readonly StoredExam[]> {
  const { exams } = study.store;
  let current: ExamsDocument | undefined = document;
  for (let round = 0; current && current.behind.length > 0 && round < changeRounds; round++) {
    await placeItems(study, current);
    const { _id, userId, revision }: ExamsDocument = current;
    current =
      (await exams.update({ userId, _id }, { set: { behind: [] } }, { equals: { revision } })) ??
      (await exams.get({ userId, _id: userId }));
  }
  return current?.exams ?? [];
}

/**
 * Returns all exams of a learner. Marks exams in the past as over, and updates their items.
 *
 * @param settings - those of the learner; read if absent
 */
export async function currentExams(
  study: ScheduleContext,
  userId: string,
  settings: Promise<LearnerClock> = readSettings(study, userId),
): Promise<readonly StoredExam[]> {
  const [stored, learnerClock] = await Promise.all([study.store.exams.get({ userId, _id: userId }), settings]);
  if (!stored) return [];
  const today = dayOf(study.clock(), learnerClock);
  if (justOver(stored.exams, today).length === 0) return settleExams(study, stored);
  return changeExams(study, userId, (all) => ({
    exams: all.map((exam) => (exam.day < today ? { ...exam, isOver: true } : exam)),
    guides: justOver(all, today).flatMap(({ studyMaterialIds }) => studyMaterialIds),
  }));
}

/** Changes the exams and updates the items. @throws DomainError `conflict` if every attempt lost to a concurrent change */
export async function changeExams(
  study: ScheduleContext,
  userId: string,
  make: (exams: readonly StoredExam[]) => ExamsChange,
): Promise<readonly StoredExam[]> {
  return settleExams(study, await storeExams(study, userId, make));
}
