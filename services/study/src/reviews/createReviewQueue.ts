import { reviewBounds, type QueuedReview, type ReviewSettings } from '@lectern/contracts';
import type { DocumentStore } from '@lectern/document-store';
import type { ItemSchedules } from './createItemSchedules.ts';
import type { KnownDecks } from './createKnownDecks.ts';
import { createQueueView } from './createQueueView.ts';
import type { ReviewSettingsRules } from './createReviewSettings.ts';
import { dayOf, startOfDay } from './learnerDay.ts';
import type { QueuePlace, ReviewItemDocument, ReviewStore } from './reviewCollections.ts';
import { recallOn } from './scheduleOf.ts';

export interface ReviewQueueDependencies {
  store: DocumentStore;
  reviewStore: ReviewStore;
  knownDecks: KnownDecks;
  schedules: ItemSchedules;
  settings: ReviewSettingsRules;
  clock: () => Date;
}

/** Which part of the queue is asked for. */
export interface QueueQuery {
  limit?: number | undefined;
  deckId?: string | undefined;
  studyMaterialId?: string | undefined;
}

/** The most items of one kind that a queue is chosen from: those that are due longest. */
const mostCandidates = 1_000;

/** Leaves out items whose passage has been, or is before them in the list: they come on another day. */
const withoutSiblings = (items: readonly ReviewItemDocument[], seen: Set<string>): ReviewItemDocument[] =>
  items.filter(({ passage }) => {
    if (passage === '') return true;
    if (seen.has(passage)) return false;
    seen.add(passage);
    return true;
  });

/** What a learner is to review today. */
export function createReviewQueue({ store, reviewStore, knownDecks, schedules, settings, clock }: ReviewQueueDependencies) {
  const { items } = reviewStore;
  const show = createQueueView({ store, reviewStore });

  /** Items of one place in the queue, the longest due first. */
  const find = (userId: string, place: QueuePlace, atMost: string, limit: number, { deckId, studyMaterialId }: QueueQuery) => {
    const options = { atMost, limit };
    if (deckId !== undefined)
      return items.find('byParentPlace', {
        equals: { userId, parentId: deckId, place },
        ...options,
        ...(studyMaterialId !== undefined && { where: { studyMaterialId } }),
      });
    if (studyMaterialId !== undefined) return items.find('byMaterialPlace', { equals: { userId, studyMaterialId, place }, ...options });
    return items.find('byPlace', { equals: { userId, place }, ...options });
  };

  /** How many new cards and other items the learner's limits still allow today. */
  const roomToday = async (userId: string, today: number, { newPerDay, reviewsPerDay }: ReviewSettings) => {
    const introduced = await items.count('byIntroducedDay', { userId, introducedDay: today });
    const reviewed = (await items.count('byLastDay', { userId, lastDay: today })) - introduced;
    return { newRoom: Math.max(0, newPerDay - introduced), reviewRoom: Math.max(0, reviewsPerDay - reviewed) };
  };

  /** The items of today, in order. */
  const choose = async (userId: string, query: QueueQuery, own: ReviewSettings, now: Date): Promise<ReviewItemDocument[]> => {
    const today = dayOf(now, own);
    const dayEnd = new Date(startOfDay(today + 1, own).getTime() - 1).toISOString();
    const { newRoom, reviewRoom } = await roomToday(userId, today, own);
    const learning = await find(userId, 'learning', dayEnd, mostCandidates, query);
    const due = await find(userId, 'review', dayEnd, mostCandidates, query);
    const missed = await find(userId, 'missed', dayEnd, mostCandidates, query);
    const fresh = newRoom > 0 ? await find(userId, 'new', dayEnd, mostCandidates, query) : [];
    const reviewedToday = await items.find('byLastDay', { equals: { userId, lastDay: today }, limit: mostCandidates });
    const seen = new Set([...reviewedToday, ...learning].map(({ passage }) => passage));
    const recall = new Map(due.map((item) => [item, recallOn(today, { stability: item.stability ?? 0, lastDay: item.lastDay ?? today })]));
    const byRecall = due.toSorted((a, b) => (recall.get(a) ?? 0) - (recall.get(b) ?? 0));
    const isNow = ({ due: time }: ReviewItemDocument): boolean => time <= now.toISOString();
    const relearningFirst = learning.filter(isNow).sort((a, b) => Number(b.state === 'relearning') - Number(a.state === 'relearning'));
    return [
      ...relearningFirst,
      ...withoutSiblings([...byRecall, ...missed], seen).slice(0, reviewRoom),
      ...withoutSiblings(fresh, seen).slice(0, newRoom),
      // A session goes on with steps that would be due in a few minutes, in place of waiting for them.
      ...learning.filter((item) => !isNow(item)),
    ];
  };

  return {
    async list(userId: string, query: QueueQuery): Promise<QueuedReview[]> {
      await knownDecks.knowDecks(userId);
      await schedules.settle(userId);
      const [own, now] = [await settings.get(userId), clock()];
      const chosen = await choose(userId, query, own, now);
      return show(userId, chosen.slice(0, query.limit ?? reviewBounds.queueDefault), own, now);
    },
  };
}
