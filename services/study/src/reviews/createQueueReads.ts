import type { ReviewSettings } from '@lectern/contracts';
import type { QueuePlace, ReviewStore } from './reviewCollections.ts';

/** A part of the queue, as stored items are found by it. Absent: all. */
export interface QueuePart {
  deckId?: string | undefined;
  studyMaterialIds?: readonly string[] | undefined;
}

/** The most items of one kind that a queue is chosen from: those that are due longest. */
const mostCandidates = 1_000;

/** What a queue reads. */
export const createQueueReads = ({ items }: ReviewStore) => ({
  /** Items of one place in the queue, the longest due first. */
  async find(userId: string, place: QueuePlace, atMost: string, { deckId, studyMaterialIds }: QueuePart) {
    const options = { atMost, limit: mostCandidates };
    if (deckId !== undefined)
      return items.find('byParentPlace', {
        equals: { userId, parentId: deckId, place },
        ...options,
        ...(studyMaterialIds && { where: { studyMaterialId: studyMaterialIds } }),
      });
    if (!studyMaterialIds) return items.find('byPlace', { equals: { userId, place }, ...options });
    const found = await Promise.all(
      studyMaterialIds.map((studyMaterialId) => items.find('byMaterialPlace', { equals: { userId, studyMaterialId, place }, ...options })),
    );
    return found.flat();
  },

  /** What was done today, and how many new cards and other items the learner's limits still allow. */
  async doneToday(userId: string, today: number, { newPerDay, reviewsPerDay }: ReviewSettings) {
    const introduced = await items.find('byIntroducedDay', { equals: { userId, introducedDay: today }, limit: mostCandidates });
    const reviewed = await items.find('byLastDay', { equals: { userId, lastDay: today }, limit: mostCandidates });
    const reviewRoom = Math.max(0, reviewsPerDay - (reviewed.length - introduced.length));
    return { introduced, reviewed, newRoom: Math.max(0, newPerDay - introduced.length), reviewRoom };
  },
});
