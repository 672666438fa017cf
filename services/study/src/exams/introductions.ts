import type { FirstNewCards } from '../reviews/queueReads.ts';
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
  /** The first new cards of each guide in the requested part of the queue, oldest first. */
  firstNewOf: ReadonlyMap<string, FirstNewCards>;
  /** Reads more of them. */
  readNewOf: (studyMaterialId: string) => Promise<ReviewItemDocument[]>;
  /** Removes siblings of items that are shown today. */
  withoutSiblings: (items: readonly ReviewItemDocument[], most: number) => ReviewItemDocument[];
}

/** Returns the exams whose cards are still being introduced, the soonest first. */
export const introducing = (exams: readonly StoredExam[], today: number): (StoredExam & { days: number })[] =>
  exams
    .filter(({ isOver }) => !isOver)
    .toSorted((a, b) => a.day - b.day)
    .map((exam) => ({ ...exam, days: daysToMeet(exam, today) }))
    .filter(({ days }) => days > 0);

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
  const coming = introducing(exams, today);
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
export async function chooseForExams({
  shares,
  firstNewOf,
  readNewOf,
  withoutSiblings,
}: IntroductionRequest): Promise<ReviewItemDocument[]> {
  const chosen = new Map<string, ReviewItemDocument>();
  for (const { studyMaterialIds, days, share } of shares) {
    let room = share - [...chosen.values()].filter(({ studyMaterialId }) => studyMaterialIds.includes(studyMaterialId)).length;
    for (const id of studyMaterialIds) {
      if (room <= 0) break;
      const fittingIn = (found: readonly ReviewItemDocument[]): ReviewItemDocument[] => {
        const candidates = found.filter((item) => !chosen.has(item._id));
        return days === 1 ? candidates.slice(0, room) : withoutSiblings(candidates, room);
      };
      const { found, limit } = firstNewOf.get(id) ?? { found: [], limit: 0 };
      const first = fittingIn(found);
      // More are read only if too many of the first ones are siblings.
      const fitting = first.length === room || found.length < limit ? first : fittingIn(await readNewOf(id));
      for (const item of fitting) chosen.set(item._id, item);
      room -= fitting.length;
    }
  }
  return [...chosen.values()];
}
