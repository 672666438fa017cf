import type { ReviewSettings } from '@lectern/contracts';
import type { QueuePlace, ReviewItemDocument, ReviewStore } from './reviewCollections.ts';
import { withoutSiblings } from './withoutSiblings.ts';

/** The filter for a part of the queue. Absent fields do not filter. */
export interface QueuePart {
  deckId?: string | undefined;
  studyMaterialIds?: readonly string[] | undefined;
}

/** The limits of further new cards. */
interface NewCardRoom {
  /** Passages of items that are shown today. */
  seen: ReadonlySet<string>;
  /** Ids of new cards that are chosen already. */
  taken: ReadonlySet<string>;
  room: number;
}

/** How many new cards are read at first, in addition to twice the needed number. */
const fewCandidates = 20;
/** The most items of one kind that a queue is chosen from: those that are due longest. */
const mostCandidates = 1_000;

/** Each id once: an item whose deletion was cut off is in both lists. */
const idsOf = (items: readonly ReviewItemDocument[], endedIds: readonly string[]): Set<string> =>
  new Set([...items.map(({ _id }) => _id), ...endedIds]);

/** What a queue reads. */
export function createQueueReads({ items, endedItems }: ReviewStore) {
  /** Items of one place in the queue, the longest due first. */
  const find = async (
    userId: string,
    place: QueuePlace,
    atMost: string,
    { deckId, studyMaterialIds }: QueuePart,
    limit = mostCandidates,
  ): Promise<ReviewItemDocument[]> => {
    const options = { atMost, limit };
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
  };

  return {
    find,

    /** New cards in their order, without siblings of what was seen. Few are read, and more only when too many are siblings. */
    async findNew(userId: string, atMost: string, part: QueuePart, { seen, taken, room }: NewCardRoom): Promise<ReviewItemDocument[]> {
      if (room === 0) return [];
      for (const limit of [Math.min(mostCandidates, fewCandidates + 2 * (room + taken.size)), mostCandidates]) {
        const found = await find(userId, 'new', atMost, part, limit);
        const fitting = withoutSiblings(
          found.filter(({ _id }) => !taken.has(_id)),
          new Set(seen),
        ).slice(0, room);
        if (fitting.length === room || found.length < limit || limit === mostCandidates) return fitting;
      }
      return [];
    },

    /**
     * What was done today, and how many new cards and other items the learner's limits still allow. Items that were deleted after their review count
     * for the limits.
     */
    async doneToday(userId: string, today: number, { newPerDay, reviewsPerDay }: ReviewSettings) {
      const ofToday = { limit: mostCandidates };
      const introduced = await items.find('byIntroducedDay', { equals: { userId, introducedDay: today }, ...ofToday });
      const reviewed = await items.find('byLastDay', { equals: { userId, lastDay: today }, ...ofToday });
      const met = idsOf(introduced, await endedItems.findIds('byIntroducedDay', { equals: { userId, introducedDay: today }, ...ofToday }));
      const done = idsOf(reviewed, await endedItems.findIds('byLastDay', { equals: { userId, lastDay: today }, ...ofToday }));
      const reviewRoom = Math.max(0, reviewsPerDay - (done.size - met.size));
      return { introduced, reviewed, newRoom: Math.max(0, newPerDay - met.size), reviewRoom };
    },
  };
}
