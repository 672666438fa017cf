import type { Flashcard, ReviewItem, ReviewRating } from '@lectern/contracts';
import {
  exportDeckPackage,
  exportDeckText,
  sourceWords,
  type AnkiCard,
  type AnkiEase,
  type DeckTextFormat,
  type ExportedFile,
} from '@lectern/exchange';
import type { Reviews } from '../reviews/createReviews.ts';
import type { Decks } from './createDecks.ts';

export type DeckFormat = DeckTextFormat | 'apkg';

export interface DeckExportDependencies {
  decks: Pick<Decks, 'get'>;
  reviews: Pick<Reviews, 'getItem' | 'getSettings'>;
  clock: () => Date;
}

const easeOf: Record<ReviewRating, AnkiEase> = { again: 1, hard: 2, good: 3, easy: 4 };

const asAnkiCard = ({ _id, front, back, source }: Flashcard, item: ReviewItem): AnkiCard => {
  const { state, due, stability, difficulty, reps, lapses, suspended, reviews } = item;
  return {
    id: _id,
    front,
    back,
    source: sourceWords(source),
    tags: [],
    isSuspended: suspended,
    schedule:
      state === 'new' || stability === null || difficulty === null
        ? undefined
        : { state, due: new Date(due), stability, difficulty, reps, lapses },
    reviews: reviews.map(({ answeredAt, rating, durationMs = 0 }) => ({ at: new Date(answeredAt), ease: easeOf[rating], durationMs })),
  };
};

/** Decks as files. */
export const createDeckExport = ({ decks, reviews, clock }: DeckExportDependencies) => ({
  /** A deck as text, or for Anki with its schedule and review log. @throws DomainError `not_found` */
  async exportDeck(userId: string, id: string, format: DeckFormat): Promise<ExportedFile> {
    const deck = await decks.get(userId, id);
    if (format !== 'apkg') return exportDeckText(deck, format);
    const { desiredRetention } = await reviews.getSettings(userId);
    const cards: AnkiCard[] = [];
    // One after the other: a deck may have hundreds of cards, and other calls get their turn in between.
    for (const card of deck.cards) cards.push(asAnkiCard(card, await reviews.getItem(userId, 'card', card._id)));
    return exportDeckPackage({ id, title: deck.title, cards, desiredRetention }, clock());
  },
});
export type DeckExport = ReturnType<typeof createDeckExport>;
