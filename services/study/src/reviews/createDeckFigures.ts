import type { ReviewSummary } from '@lectern/contracts';
import type { OwnSettings } from './createReviewSettings.ts';
import { readAll } from './readAll.ts';
import { duePlaces, type QueuePlace, type ReviewItemDocument, type ReviewStore } from './reviewCollections.ts';
import { recallUnit, type KnownDeckDocument } from './reviewFigures.ts';
import { recallOn, type Weighted } from './scheduleOf.ts';
import { scheduleOfItem } from './scheduleOfItem.ts';

type DeckFigures = ReviewSummary['decks'][number];
type StoredFigures = NonNullable<KnownDeckDocument['dayFigures']>;

/** The most items that one call reads. Further decks show the mean recall of an earlier day until the next call. */
const itemsRead = 2_000;

const addTo = (figures: StoredFigures, share: Pick<StoredFigures, 'due' | 'new' | 'recall'>, times: 1 | -1): void => {
  figures.due += times * share.due;
  figures.new += times * share.new;
  figures.recall += times * share.recall;
};

/** What an item adds to the figures of its deck. */
const shareOf = (
  item: ReviewItemDocument,
  { day, dayEndsAt }: { day: number; dayEndsAt: string },
  weighted: Weighted,
): Pick<StoredFigures, 'due' | 'new' | 'recall'> => {
  const schedule = scheduleOfItem(item);
  const isInTime = item.due <= dayEndsAt;
  return {
    due: isInTime && duePlaces.includes(item.place) ? 1 : 0,
    new: isInTime && item.place === 'new' ? 1 : 0,
    recall: schedule ? Math.round(recallOn(day, schedule, weighted) / recallUnit) : 0,
  };
};

const shown = ({ _id: deckId, title }: KnownDeckDocument, { due, new: fresh, recall, cards }: StoredFigures): DeckFigures => ({
  ...{ deckId, title, due, new: fresh },
  known: cards === 0 ? 0 : (recall * recallUnit) / cards,
});

/**
 * What is due and known of decks. Figures are kept until the learner's day ends. A review updates the figures of its deck by the difference that
 * its card makes; after other changes of the deck or its cards they are recounted.
 */
export function createDeckFigures({ items, knownDecks, touchDeck }: ReviewStore) {
  const countsOf = async ({ _id: parentId, userId }: KnownDeckDocument, dayEndsAt: string) => {
    const count = (place: QueuePlace) => items.count('byParentPlace', { userId, parentId, place }, { atMost: dayEndsAt });
    let due = 0;
    for (const place of duePlaces) due += await count(place);
    return { due, new: await count('new') };
  };

  /** Recounts a deck. The figures are not stored while one of its cards is being reviewed. */
  const countAnew = async (deck: KnownDeckDocument, day: number, dayEndsAt: string, own: OwnSettings): Promise<StoredFigures> => {
    const { _id: parentId, userId, version } = deck;
    const cards = await readAll((paging) => items.find('byParent', { equals: { userId, parentId }, ...paging }));
    const figures: StoredFigures = { version, day, dayEndsAt, due: 0, new: 0, recall: 0, cards: cards.length };
    for (const card of cards) addTo(figures, shareOf(card, figures, own), 1);
    if (!cards.some((card) => card.isBehind))
      await knownDecks.update({ userId, _id: parentId }, { set: { dayFigures: figures } }, { equals: { version } });
    return figures;
  };

  return {
    /** The figures of all decks of a learner, the newest deck first. */
    async list(userId: string, today: number, dayEndsAt: string, own: OwnSettings): Promise<DeckFigures[]> {
      let left = itemsRead;
      const all: DeckFigures[] = [];
      for (const deck of await readAll((paging) => knownDecks.find('byUser', { equals: { userId }, ...paging }))) {
        const { version, dayFigures: figures } = deck;
        // A deck that was announced and is not stored yet.
        if (deck.revision === 0) continue;
        if (figures?.version === version && figures.dayEndsAt === dayEndsAt) {
          all.push(shown(deck, figures));
        } else if (left <= 0) {
          const former = figures ?? { version, day: today, dayEndsAt, recall: 0, cards: 0 };
          all.push(shown(deck, { ...former, ...(await countsOf(deck, dayEndsAt)) }));
        } else {
          const counted = await countAnew(deck, today, dayEndsAt, own);
          left -= counted.cards;
          all.push(shown(deck, counted));
        }
      }
      return all.toReversed();
    },

    /**
     * Applies a card's change to the figures of its deck, before the card itself is stored. Until then the card must be marked as behind, so that
     * figures that are counted in between are not stored and no change counts twice.
     */
    async follow(before: ReviewItemDocument, after: ReviewItemDocument, weighted: Weighted): Promise<void> {
      const { userId, parentId: deckId } = after;
      const { version, dayFigures: figures } = (await knownDecks.get({ userId, _id: deckId })) ?? {};
      if (figures && figures.version === version) {
        const next = { ...figures, version: version + 1 };
        addTo(next, shareOf(before, figures, weighted), -1);
        addTo(next, shareOf(after, figures, weighted), 1);
        if (
          await knownDecks.update(
            { userId, _id: deckId },
            { set: { dayFigures: next }, increment: { version: 1 } },
            { equals: { version } },
          )
        )
          return;
      }
      await touchDeck(userId, deckId);
    },
  };
}
