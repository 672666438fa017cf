import type { ReviewSummary } from '@lectern/contracts';
import type { OwnSettings } from './createReviewSettings.ts';
import { readAll } from './readAll.ts';
import type { ReviewStore } from './reviewCollections.ts';
import type { KnownDeckDocument } from './reviewFigures.ts';
import { recallOn } from './scheduleOf.ts';
import { scheduleOfItem } from './scheduleOfItem.ts';

type DeckFigures = ReviewSummary['decks'][number];

/** Items that one call reads. The mean recall of further decks is that of an earlier day until the next call. */
const itemsRead = 2_000;

/** What is due and known of decks. Figures are kept until an item of the deck changes or the learner's day ends. */
export function createDeckFigures({ items, knownDecks }: ReviewStore) {
  const countsOf = async ({ _id: parentId, userId }: KnownDeckDocument, dayEndsAt: string) => {
    const count = (place: 'learning' | 'review' | 'missed' | 'new') =>
      items.count('byParentPlace', { userId, parentId, place }, { atMost: dayEndsAt });
    const [learning, review, missed, fresh] = [await count('learning'), await count('review'), await count('missed'), await count('new')];
    return { due: learning + review + missed, new: fresh };
  };

  /** @returns the mean predicted recall of a deck's cards, and how many there are */
  const knownOf = async (
    { _id: parentId, userId }: KnownDeckDocument,
    today: number,
    own: OwnSettings,
  ): Promise<{ known: number; cards: number }> => {
    const cards = await readAll((paging) => items.find('byParent', { equals: { userId, parentId }, ...paging }));
    const sum = cards.map((card) => scheduleOfItem(card)).reduce((total, each) => total + (each ? recallOn(today, each, own) : 0), 0);
    return { known: cards.length === 0 ? 0 : sum / cards.length, cards: cards.length };
  };

  /** The figures of all decks of a learner, the newest deck first. */
  return async (userId: string, today: number, dayEndsAt: string, own: OwnSettings): Promise<DeckFigures[]> => {
    let left = itemsRead;
    const all: DeckFigures[] = [];
    for (const deck of await readAll((paging) => knownDecks.find('byUser', { equals: { userId }, ...paging }))) {
      const { _id: deckId, title, version, figures } = deck;
      // A deck that was announced and is not stored yet.
      if (deck.revision === 0) continue;
      if (figures?.version === version && figures.dayEndsAt === dayEndsAt) {
        all.push({ deckId, title, due: figures.due, new: figures.new, known: figures.known });
        continue;
      }
      const counts = await countsOf(deck, dayEndsAt);
      if (left <= 0) {
        all.push({ deckId, title, ...counts, known: figures?.known ?? 0 });
        continue;
      }
      const { known, cards } = await knownOf(deck, today, own);
      left -= cards;
      await knownDecks.update(deckId, { set: { figures: { version, dayEndsAt, ...counts, known } } }, { equals: { version } });
      all.push({ deckId, title, ...counts, known });
    }
    return all.toReversed();
  };
}
