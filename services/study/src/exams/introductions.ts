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
  introduced: readonly ReviewItemDocument[],
): Promise<ExamShare[]> {
  const shares: ExamShare[] = [];
  for (const exam of exams.filter(({ isOver }) => !isOver).toSorted((a, b) => a.day - b.day)) {
    const { studyMaterialIds } = exam;
    const days = daysToMeet(exam, today);
    if (days === 0) continue;
    const met = introduced.filter(({ studyMaterialId }) => studyMaterialIds.includes(studyMaterialId)).length;
    let left = 0;
    for (const studyMaterialId of studyMaterialIds)
      left += await store.reviewItems.count('byMaterialPlace', { userId, studyMaterialId, place: 'new' });
    shares.push({ studyMaterialIds, days, share: Math.ceil((left + met) / days) - met });
  }
  return shares;
}

/** Chooses the new cards that exams need today. */
export async function chooseForExams({ shares, newOf, withoutSiblings }: IntroductionRequest): Promise<ReviewItemDocument[]> {
  const chosen = new Map<string, ReviewItemDocument>();
  for (const { studyMaterialIds, days, share } of shares) {
    let room = share - [...chosen.values()].filter(({ studyMaterialId }) => studyMaterialIds.includes(studyMaterialId)).length;
    for (const id of studyMaterialIds) {
      if (room <= 0) break;
      const candidates = (await newOf(id)).filter((item) => !chosen.has(item._id));
      const fitting = days === 1 ? candidates.slice(0, room) : withoutSiblings(candidates, room);
      for (const item of fitting) chosen.set(item._id, item);
      room -= fitting.length;
    }
  }
  return [...chosen.values()];
}
