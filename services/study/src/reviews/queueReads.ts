import type { ReviewSettings } from '@lectern/contracts';
import type { ScheduleContext } from '../StudyContext.ts';
import type { QueuePlace, ReviewItemDocument } from './reviewCollections.ts';
import { withoutSiblings } from './chooseReviews.ts';

/** The filter for a part of the queue. Absent fields do not filter. */
export interface QueuePart {
  deckId?: string | undefined;
  studyMaterialIds?: readonly string[] | undefined;
}

/** The new cards of a part of the queue that were read first, in order. */
export interface FirstNewCards {
  found: readonly ReviewItemDocument[];
  /** The number that was requested. */
  limit: number;
}

/** The limits of further new cards. */
interface NewCardRoom {
  /** The passages of items that are shown today. */
  seen: ReadonlySet<string>;
  /** The ids of new cards that are already chosen. */
  taken: ReadonlySet<string>;
  room: number;
}

/** The number of new cards to read first, in addition to twice the needed number. */
const fewCandidates = 20;
/** The maximum number of candidates of one kind: those that are due longest. */
const mostCandidates = 1_000;

/** Merges ids without duplicates: an item whose deletion was interrupted is in both lists. */
const idsOf = (items: readonly ReviewItemDocument[], endedIds: readonly string[]): Set<string> =>
  new Set([...items.map(({ _id }) => _id), ...endedIds]);

/** Finds items of one place in the queue, the longest due first. */
export async function findInQueue(
  { store: { reviewItems } }: ScheduleContext,
  userId: string,
  place: QueuePlace,
  atMost: string,
  { deckId, studyMaterialIds }: QueuePart,
  limit = mostCandidates,
): Promise<ReviewItemDocument[]> {
  const options = { atMost, limit };
  if (deckId !== undefined)
    return reviewItems.find('byParentPlace', {
      equals: { userId, parentId: deckId, place },
      ...options,
      ...(studyMaterialIds && { where: { studyMaterialId: studyMaterialIds } }),
    });
  if (!studyMaterialIds) return reviewItems.find('byPlace', { equals: { userId, place }, ...options });
  const found = await Promise.all(
    studyMaterialIds.map((studyMaterialId) =>
      reviewItems.find('byMaterialPlace', { equals: { userId, studyMaterialId, place }, ...options }),
    ),
  );
  return found.flat();
}

/** Reads about as many new cards as a day has, before it is known how many of them fit. */
export async function readFirstNewCards(
  study: ScheduleContext,
  userId: string,
  atMost: string,
  part: QueuePart,
  newPerDay: number,
): Promise<FirstNewCards> {
  const limit = Math.min(mostCandidates, fewCandidates + 2 * newPerDay);
  return { found: newPerDay === 0 ? [] : await findInQueue(study, userId, 'new', atMost, part, limit), limit };
}

/**
 * Finds new cards in order, without siblings of seen items. Reads more only if too many are siblings.
 *
 * @param first - the cards that were read already
 */
export async function findNewCards(
  study: ScheduleContext,
  userId: string,
  atMost: string,
  part: QueuePart,
  { seen, taken, room }: NewCardRoom,
  first: FirstNewCards,
): Promise<ReviewItemDocument[]> {
  if (room === 0) return [];
  const fittingIn = (found: readonly ReviewItemDocument[]) =>
    withoutSiblings(
      found.filter(({ _id }) => !taken.has(_id)),
      new Set(seen),
    ).slice(0, room);
  const fitting = fittingIn(first.found);
  const isEnough = fitting.length === room || first.found.length < first.limit || first.limit === mostCandidates;
  return isEnough ? fitting : fittingIn(await findInQueue(study, userId, 'new', atMost, part, mostCandidates));
}

/** Returns whether the last answer to an item counts towards the learner's limits: answers in attempts at a quiz do not. */
const wasReviewed = ({ kind, missedAt, place }: ReviewItemDocument): boolean =>
  kind === 'card' || (missedAt !== null && place !== 'missed');

/**
 * Returns today's completed reviews, and the remaining numbers of new cards and other items within the learner's limits. Items deleted after their
 * review count towards the limits.
 */
export async function doneToday({ store }: ScheduleContext, userId: string, today: number, { newPerDay, reviewsPerDay }: ReviewSettings) {
  const { reviewItems, endedItems } = store;
  const introducedToday = { equals: { userId, introducedDay: today }, limit: mostCandidates };
  const reviewedToday = { equals: { userId, lastDay: today }, limit: mostCandidates };
  const [introduced, seenToday, endedIntroduced, endedReviewed] = await Promise.all([
    reviewItems.find('byIntroducedDay', introducedToday),
    reviewItems.find('byLastDay', reviewedToday),
    // Last, because an item whose deletion is interrupted or runs meanwhile is in both lists.
    endedItems.findIds('byIntroducedDay', introducedToday),
    endedItems.findIds('byLastDay', reviewedToday),
  ]);
  const reviewed = seenToday.filter(wasReviewed);
  const met = idsOf(introduced, endedIntroduced);
  const done = idsOf(reviewed, endedReviewed);
  const reviewRoom = Math.max(0, reviewsPerDay - (done.size - met.size));
  return { introduced, seenToday, reviewed, newRoom: Math.max(0, newPerDay - met.size), reviewRoom };
}
