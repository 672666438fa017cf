import type { ReviewItemDocument, ReviewStore } from '../reviews/reviewCollections.ts';
import { daysToMeet } from './daysToMeet.ts';
import type { StoredExam } from './examsCollection.ts';

/** What exams ask for on one day. */
export interface IntroductionRequest {
  userId: string;
  exams: readonly StoredExam[];
  today: number;
  /** Cards that were met today. */
  introduced: readonly ReviewItemDocument[];
  /** The end of today: ISO 8601, UTC. */
  dayEnd: string;
  /** Which cards the queue is asked for. */
  isAskedFor: (item: ReviewItemDocument) => boolean;
  /** Leaves out siblings of items that are shown today. */
  withoutSiblings: (items: readonly ReviewItemDocument[], most: number) => ReviewItemDocument[];
}

/** The most new cards of a guide that the cards of one day are chosen from. */
const mostCandidates = 500;

/** The new cards that have to be met today, so that all of an exam are met in time. */
export const createExamIntroductions =
  ({ items }: ReviewStore) =>
  async (request: IntroductionRequest): Promise<ReviewItemDocument[]> => {
    const { userId, today, introduced, dayEnd, isAskedFor, withoutSiblings } = request;
    const newIn = (studyMaterialId: string) => ({ userId, studyMaterialId, place: 'new' as const });
    const chosen = new Map<string, ReviewItemDocument>();
    const upcoming = request.exams.filter(({ isOver }) => !isOver).toSorted((a, b) => a.day - b.day);
    for (const exam of upcoming) {
      const days = daysToMeet(exam, today);
      if (days === 0) continue;
      const isOfExam = ({ studyMaterialId }: ReviewItemDocument) => exam.studyMaterialIds.includes(studyMaterialId);
      const met = introduced.filter(isOfExam).length;
      const counts = await Promise.all(exam.studyMaterialIds.map((id) => items.count('byMaterialPlace', newIn(id))));
      const left = counts.reduce((sum, count) => sum + count, 0);
      const share = Math.ceil((left + met) / days) - met;
      let room = share - [...chosen.values()].filter(isOfExam).length;
      for (const id of exam.studyMaterialIds) {
        if (room <= 0) break;
        const found = await items.find('byMaterialPlace', { equals: newIn(id), atMost: dayEnd, limit: mostCandidates });
        const candidates = found.filter((item) => isAskedFor(item) && !chosen.has(item._id));
        const fitting = days === 1 ? candidates.slice(0, room) : withoutSiblings(candidates, room);
        for (const item of fitting) chosen.set(item._id, item);
        room -= fitting.length;
      }
    }
    return [...chosen.values()];
  };
export type ExamIntroductions = ReturnType<typeof createExamIntroductions>;
