import type { ReviewItemDocument } from '../reviews/reviewCollections.ts';
import type { ScheduleContext } from '../StudyContext.ts';
import { daysToMeet } from './planExam.ts';
import type { StoredExam } from './examsCollection.ts';

/** The new cards that an exam needs today. */
export interface ExamShare {
  studyMaterialIds: readonly string[];
  /** The days left to introduce its cards, including today; at least 1. */
  days: number;
  share: number;
}

/** The candidates for new cards. */
export interface IntroductionRequest {
  shares: readonly ExamShare[];
  /** Returns a guide's new cards in the requested part of the queue, oldest first. */
  newOf: (studyMaterialId: string) => Promise<ReviewItemDocument[]>;
  /** Removes siblings of items that are shown today. */
  withoutSiblings: (items: readonly ReviewItemDocument[], most: number) => ReviewItemDocument[];
}

/**
 * Computes how many new cards each exam needs today, so that all of its cards are introduced in time. The soonest exam comes first.
 *
 * @param introduced - the cards that were introduced today
 */
export async function examShares(
  { store }: ScheduleContext,
  userId: string,
  exams: readonly StoredExam[],
  today: number,
  introduced: Promise<readonly ReviewItemDocument[]>,
): Promise<ExamShare[]> {
  const coming = exams
    .filter(({ isOver }) => !isOver)
    .toSorted((a, b) => a.day - b.day)
    .map((exam) => ({ ...exam, days: daysToMeet(exam, today) }))
    .filter(({ days }) => days > 0);
  const guides = [...new Set(coming.flatMap(({ studyMaterialIds }) => studyMaterialIds))];
  const countNew = (studyMaterialId: string) => store.reviewItems.count('byMaterialPlace', { userId, studyMaterialId, place: 'new' });
  const counting = Promise.all(guides.map(async (id) => [id, await countNew(id)] as const));
  const [counts, met] = await Promise.all([counting, introduced]);
  const left = new Map(counts);
  return coming.map(({ studyMaterialIds, days }) => {
    const metOfExam = met.filter(({ studyMaterialId }) => studyMaterialIds.includes(studyMaterialId)).length;
    const leftOfExam = studyMaterialIds.reduce((sum, id) => sum + (left.get(id) ?? 0), 0);
    return { studyMaterialIds, days, share: Math.ceil((leftOfExam + metOfExam) / days) - metOfExam };
  });
}

/** Chooses the new cards that exams need today. */
export async function chooseForExams({ shares, newOf, withoutSiblings }: IntroductionRequest): Promise<ReviewItemDocument[]> {
  const chosen = new Map<string, ReviewItemDocument>();
  // Read side by side, although a guide that comes late may not be needed.
  const wanted = shares.filter(({ share }) => share > 0).flatMap(({ studyMaterialIds }) => studyMaterialIds);
  const found = new Map(await Promise.all([...new Set(wanted)].map(async (id) => [id, await newOf(id)] as const)));
  for (const { studyMaterialIds, days, share } of shares) {
    let room = share - [...chosen.values()].filter(({ studyMaterialId }) => studyMaterialIds.includes(studyMaterialId)).length;
    for (const id of studyMaterialIds) {
      if (room <= 0) break;
      const candidates = (found.get(id) ?? []).filter((item) => !chosen.has(item._id));
      const fitting = days === 1 ? candidates.slice(0, room) : withoutSiblings(candidates, room);
      for (const item of fitting) chosen.set(item._id, item);
      room -= fitting.length;
    }
  }
  return [...chosen.values()];
}
