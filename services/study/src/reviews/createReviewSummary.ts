import type { ReviewSummary } from '@lectern/contracts';
import type { DocumentStore } from '@lectern/document-store';
import type { ExamList } from '../exams/createExamList.ts';
import { decksCollection, largeDeckFields } from '../store.ts';
import type { ItemSchedules } from './createItemSchedules.ts';
import type { KnownDecks } from './createKnownDecks.ts';
import type { ReviewSettingsRules } from './createReviewSettings.ts';
import { dateOfDay, dayOf, startOfDay } from './learnerDay.ts';
import { readAll } from './readAll.ts';
import type { ReviewDocument, ReviewItemDocument, ReviewStore } from './reviewCollections.ts';
import { inTime, recallOn } from './scheduleOf.ts';
import { scheduleOfItem } from './scheduleOfItem.ts';

export interface ReviewSummaryDependencies {
  store: DocumentStore;
  reviewStore: ReviewStore;
  knownDecks: KnownDecks;
  schedules: ItemSchedules;
  settings: ReviewSettingsRules;
  examList: ExamList;
  clock: () => Date;
}

const forecastDays = 30;
const retentionDays = 30;
/** A longer streak is not counted. */
const longestStreak = 3_660;

/** The share recalled of the first answers of each day, without those on an item's first day. */
const retentionOf = (reviews: readonly ReviewDocument[], items: ReadonlyMap<string, ReviewItemDocument>): number | null => {
  const asked = new Set<string>();
  let [recalled, all] = [0, 0];
  for (const { itemId, day, rating } of reviews.toSorted(inTime)) {
    const firstDay = items.get(itemId)?.firstDay;
    if (firstDay === undefined || day <= firstDay || asked.has(`${itemId}:${day}`)) continue;
    asked.add(`${itemId}:${day}`);
    all += 1;
    if (rating !== 'again') recalled += 1;
  }
  return all === 0 ? null : recalled / all;
};

/** How much is due, and how much is known. */
export function createReviewSummary({ store, reviewStore, knownDecks, schedules, settings, examList, clock }: ReviewSummaryDependencies) {
  const { items, reviews } = reviewStore;
  const decks = store.collection(decksCollection);

  const reviewsOn = (userId: string, day: number): Promise<ReviewDocument[]> =>
    readAll((paging) => reviews.find('byDay', { equals: { userId, day }, ...paging }));

  /** Days in a row with a review, up to today or yesterday. */
  const streakUpTo = async (userId: string, today: number): Promise<number> => {
    const has = async (day: number): Promise<boolean> => (await reviews.count('byDay', { userId, day })) > 0;
    const last = (await has(today)) ? today : today - 1;
    let days = 0;
    while (days < longestStreak && (await has(last - days))) days += 1;
    return days;
  };

  /** What is due and known of each deck, newest deck first. */
  const ofDecks = async (userId: string, all: readonly ReviewItemDocument[], today: number, dayEndsAt: string) => {
    const ids = await readAll(async (paging) => (await decks.findIds('byUser', { equals: { userId }, ...paging })).map((_id) => ({ _id })));
    const outlines = await decks.getManyWithout(
      largeDeckFields,
      ids.map(({ _id }) => _id),
    );
    const ofDeck = Map.groupBy(all, ({ parentId }) => parentId);
    return outlines.toReversed().map(({ _id: deckId, title }) => {
      const cards = ofDeck.get(deckId) ?? [];
      const known = cards.map((card) => scheduleOfItem(card)).reduce((sum, each) => sum + (each ? recallOn(today, each) : 0), 0);
      return { deckId, title, ...countsOf(cards, dayEndsAt), known: cards.length === 0 ? 0 : known / cards.length };
    });
  };

  const isDue = ({ place }: ReviewItemDocument): boolean => place === 'learning' || place === 'review' || place === 'missed';

  const countsOf = (all: readonly ReviewItemDocument[], dayEndsAt: string) => ({
    due: all.filter((item) => isDue(item) && item.due < dayEndsAt).length,
    new: all.filter(({ place, due }) => place === 'new' && due < dayEndsAt).length,
  });

  return {
    async get(userId: string): Promise<ReviewSummary> {
      await knownDecks.knowDecks(userId);
      await schedules.settle(userId);
      await examList.current(userId);
      const own = await settings.get(userId);
      const today = dayOf(clock(), own);
      const dayEndsAt = startOfDay(today + 1, own).toISOString();
      const all = await readAll((paging) => items.find('byUser', { equals: { userId }, ...paging }));
      const recent: ReviewDocument[] = [];
      for (let day = today - retentionDays + 1; day <= today; day += 1) recent.push(...(await reviewsOn(userId, day)));
      const forecast = Array.from({ length: forecastDays }, (_, index) => ({ date: dateOfDay(today + index), due: 0 }));
      for (const item of all.filter(isDue)) {
        const slot = forecast[Math.max(0, dayOf(new Date(item.due), own) - today)];
        if (slot) slot.due += 1;
      }
      return {
        ...countsOf(all, dayEndsAt),
        reviewedToday: recent.filter(({ day }) => day === today).length,
        retention30d: retentionOf(recent, new Map(all.map((item) => [item._id, item]))),
        streakDays: await streakUpTo(userId, today),
        dayEndsAt,
        forecast,
        decks: await ofDecks(userId, all, today, dayEndsAt),
      };
    },
  };
}
