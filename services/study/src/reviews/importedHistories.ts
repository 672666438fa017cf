import { reviewBounds, type ReviewRating } from '@lectern/contracts';
import { maybeYield } from '@lectern/document-store';
import { insertOnce } from '@lectern/service-kit';
import type { DeckDocument } from '../store.ts';
import type { StudyContext } from '../StudyContext.ts';
import { inGroups } from './readAll.ts';
import { itemFields } from './itemFields.ts';
import { announceCards, contentOf } from './knownDecks.ts';
import { dayOf, startOfDay } from './learnerDay.ts';
import { newItem, passageOf } from './newItem.ts';
import type { ReviewDocument, ReviewItemDocument } from './reviewCollections.ts';
import { touchDays } from './reviewDays.ts';
import { readSettings, type OwnSettings } from './reviewSettings.ts';
import type { ImportedMemory } from './scheduleOf.ts';
import { refreshSchedule } from './schedules.ts';

/** The data of another program about a card. */
export interface ImportedHistory {
  cardId: string;
  isSuspended: boolean;
  /** Its schedule there; `undefined` for a new or reset card. */
  schedule: { state: ImportedMemory['state']; due: Date; memory: Pick<ImportedMemory, 'stability' | 'difficulty'> | undefined } | undefined;
  /** Oldest first. */
  reviews: readonly { answeredAt: Date; rating: ReviewRating; durationMs: number }[];
}

/** Returns the reviews as log entries. The last one contains the card's state in the other program. */
const entriesOf = (deck: DeckDocument, { cardId, schedule, reviews }: ImportedHistory, settings: OwnSettings): ReviewDocument[] => {
  const { desiredRetention, timeZone, dayStartsAt } = settings;
  return reviews.map(({ answeredAt, rating, durationMs }, index) => ({
    _id: `${cardId}-r${String(index).padStart(4, '0')}`,
    userId: deck.userId,
    itemId: cardId,
    kind: 'card',
    parentId: deck._id,
    rating,
    answeredAt: answeredAt.toISOString(),
    durationMs: Math.min(reviewBounds.durationMs, durationMs),
    ...{ day: dayOf(answeredAt, settings), desiredRetention, timeZone, dayStartsAt },
    ...(schedule && index === reviews.length - 1 && { memory: { state: schedule.state, ...schedule.memory } }),
  }));
};

/** The number of entries per batch. A batch is stored in a few seconds even on a slow machine. */
const entriesPerBatch = 5_000;
const dayMs = 24 * 60 * 60 * 1000;

/** Returns the due time: the start of a learner's day for a card in review, the exact time for a card in learning. */
const dueOf = ({ state, due }: NonNullable<ImportedHistory['schedule']>, settings: OwnSettings, now: Date): string => {
  const farthest = new Date(Math.min(due.getTime(), now.getTime() + reviewBounds.farthestDays * dayMs));
  return (state === 'review' ? startOfDay(dayOf(farthest, settings), settings) : farthest).toISOString();
};

/** Creates the item of an imported card with the schedule from its reviews. */
const itemOf = (
  deck: DeckDocument,
  { cardId, isSuspended, schedule }: ImportedHistory,
  entries: readonly ReviewDocument[],
  own: OwnSettings,
  { isAddition, now }: { isAddition: boolean; now: Date },
) => {
  const card = deck.cards.find(({ _id }) => _id === cardId);
  const content = card && contentOf(card, deck);
  const createdAt = isAddition ? now.toISOString() : deck.createdAt;
  const fields = { _id: cardId, userId: deck.userId, kind: 'card' as const, parentId: deck._id, createdAt };
  const last = entries.at(-1)?.answeredAt;
  const at = last !== undefined && last > now.toISOString() ? last : now.toISOString();
  const item: ReviewItemDocument = {
    ...newItem({ ...fields, ...passageOf(deck, undefined), ...(content && { content }) }),
    suspended: isSuspended,
    ...(isAddition && { awaitsDeck: true }),
    ...(schedule && { chosenDue: { due: dueOf(schedule, own, now), at } }),
    // A reset card keeps its reviews, but they do not count.
    ...(!schedule && last !== undefined && { forgottenAt: last }),
  };
  const derived = Object.entries(itemFields(item, entries, { weights: own.weights }));
  return { ...item, ...Object.fromEntries(derived.filter(([, value]) => value !== undefined)) };
};

/**
 * Stores the imported reviews and schedules of a deck's cards before the deck itself. After a crash they are deleted when the announced deck is
 * missing or lacks these cards. A retry stores nothing twice.
 *
 * @param isAddition - the deck exists, and these cards are about to be added to it
 */
export async function storeHistories(
  study: StudyContext,
  deck: DeckDocument,
  histories: readonly ImportedHistory[],
  { isAddition = false } = {},
): Promise<void> {
  const { store, clock } = study;
  const { userId } = deck;
  const own = await readSettings(study, userId);
  const stored: { history: ImportedHistory; entries: ReviewDocument[] }[] = [];
  for (const history of histories) {
    await maybeYield();
    stored.push({ history, entries: entriesOf(deck, history, own) });
  }
  const log = stored.flatMap(({ entries }) => entries);
  for (let from = 0; from < log.length; from += entriesPerBatch) {
    // Announced again with each batch, because a missing deck with an old announcement is deleted.
    await announceCards(study, userId, deck._id, { bringsReviews: true });
    await inGroups(log.slice(from, from + entriesPerBatch), (entry) => insertOnce(store.reviews, entry));
  }
  await inGroups(stored, ({ history, entries }) =>
    insertOnce(store.reviewItems, itemOf(deck, history, entries, own, { isAddition, now: clock() })),
  );
  // Newly fitted parameters may not have been applied to these items.
  if ((await store.parameters.get({ userId, _id: userId }))?.weights?.join() !== own.weights?.join())
    for (const { history } of stored) await refreshSchedule(study, { userId, _id: history.cardId });
  await touchDays(study, userId, [...new Set(stored.flatMap(({ entries }) => entries.map(({ day }) => day)))]);
}
