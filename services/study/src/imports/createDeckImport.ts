import {
  importBounds,
  sizes,
  writtenByLearner,
  type DeckImport as DeckImportAnswer,
  type DeckImportPreview,
  type Flashcard,
  type ReviewRating,
} from '@lectern/contracts';
import { ImportError, type DelimitedTable, type ImportedCard } from '@lectern/exchange/reading';
import { DomainError, type Creation, type Plans } from '@lectern/service-kit';
import { asDeckListItem, type OwnedDecks } from '../domain/deckDocument.ts';
import { deckLimit } from '../domain/deckLimit.ts';
import { requireRoom } from '../domain/items.ts';
import type { ImportedHistory, Reviews } from '../reviews/createReviews.ts';
import type { DeckReader } from './createDeckReader.ts';
import type { ImportUpload } from './createImportReader.ts';
import { importErrorCodes, skippedWords } from './importWords.ts';
import { nameDecks, planDecks, possibleReviews, type PlannedDeck } from './planDecks.ts';

export interface DeckImportDependencies {
  own: Pick<OwnedDecks, 'createTogether'>;
  reviews: Pick<Reviews, 'storeHistories'>;
  reader: DeckReader;
  plans: Plans;
  clock: () => Date;
}

/** A file that was read, as decks that could be made. */
interface ReadUpload {
  table: DelimitedTable | undefined;
  named: PlannedDeck[];
  skipped: DeckImportAnswer['skipped'];
}

const ratings: Readonly<Record<1 | 2 | 3 | 4, ReviewRating>> = { 1: 'again', 2: 'hard', 3: 'good', 4: 'easy' };

/** Cells of a preview are cut after so many characters. */
const cellCharacters = 300;

/** Ids follow from the creation's, so that a second attempt makes the same decks. */
const cardId = (deckId: string, index: number): string => `${deckId}-c${String(index).padStart(3, '0')}`;

/** What is to be stored of a card's standing; `undefined` for a card like a new one. */
const historyOf = (card: ImportedCard, id: string): ImportedHistory | undefined => {
  const { isSuspended, schedule, reviews } = card;
  if (!isSuspended && reviews.length === 0) return undefined;
  return {
    cardId: id,
    isSuspended,
    schedule,
    reviews: reviews.map(({ at, ease, durationMs }) => ({ answeredAt: at, rating: ratings[ease], durationMs })),
  };
};

/** @throws DomainError `unsupported_type` and `unreadable_file` with a sentence for the learner */
const orDomainError = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    throw new DomainError(importErrorCodes[error.code], error.message, { cause: error });
  }
};

/** Reads uploads. What cannot be stored of their review logs is left out and counted. */
const createUploadReading =
  ({ reader, clock }: Pick<DeckImportDependencies, 'reader' | 'clock'>) =>
  async (userId: string, { name, bytes, title, columns }: ImportUpload): Promise<ReadUpload> => {
    const read = await reader.read(userId, bytes, columns);
    const now = clock();
    let impossible = 0;
    const decks = read.decks.map((deck) => ({
      ...deck,
      cards: deck.cards.map((card) => {
        const possible = possibleReviews(card.reviews, now);
        impossible += card.reviews.length - possible.length;
        return { ...card, reviews: possible, schedule: possible.length > 0 ? card.schedule : undefined };
      }),
    }));
    const counts = { ...read.skipped, ...(impossible > 0 && { 'impossible-reviews': impossible }) };
    const skipped = Object.entries(counts).map(([reason, count]) => ({ reason: skippedWords[reason as keyof typeof counts], count }));
    return { table: read.table, named: nameDecks(decks, name, title), skipped };
  };

/** The table of a preview. */
const shownTable = ({ rows, columns }: DelimitedTable): NonNullable<DeckImportPreview['table']> => ({
  rows: rows.map((row) => row.map((cell) => cell.slice(0, cellCharacters).toWellFormed())),
  front: columns.front + 1,
  back: columns.back + 1,
  hasHeader: columns.hasHeader,
});

/** The fields of a deck of the learner's own. */
const deckFields = ({ title, cards }: PlannedDeck, deckId: string, now: Date) => ({
  title,
  description: '',
  cards: cards.map(({ front, back }, index): Flashcard => ({ _id: cardId(deckId, index), front, back, edited: true })),
  removedFronts: [],
  stylePreference: null,
  generatedBy: writtenByLearner,
  createdAt: now.toISOString(),
  studyMaterialId: '',
  studyMaterialTitle: '',
  studyMaterialVersion: 0,
  isSourceDeleted: false,
});

/** Takes decks over from other programs. */
export const createDeckImport = ({ own, reviews, reader, plans, clock }: DeckImportDependencies) => {
  const readUpload = createUploadReading({ reader, clock });
  return {
    /** What an import would make. */
    previewImport: (userId: string, upload: ImportUpload): Promise<DeckImportPreview> =>
      orDomainError(async () => {
        const { table, named, skipped } = await readUpload(userId, upload);
        const cards = named.flatMap((deck) => deck.cards);
        return {
          decks: planDecks(named).map((deck) => ({ title: deck.title, cardCount: deck.cards.length })),
          cards: cards.slice(0, importBounds.previewCards).map(({ front, back }) => ({ front, back })),
          reviewCount: cards.reduce((sum, { reviews: { length } }) => sum + length, 0),
          skipped,
          ...(table && { table: shownTable(table) }),
        };
      }),

    /**
     * Makes decks of the learner's own of a file, all or none, with schedules and review log.
     * @throws DomainError `limit_reached` at the plan's limits, `unsupported_type` and `unreadable_file` for a file that gives no cards
     */
    importDecks: (userId: string, upload: ImportUpload, creation: Creation): Promise<DeckImportAnswer> =>
      orDomainError(async () => {
        const { named, skipped } = await readUpload(userId, upload);
        const plan = await plans.planOf(userId);
        // A deck of more than a plan's cards is refused. One of more than any deck holds is made as several.
        for (const { cards } of named)
          requireRoom(Math.min(cards.length, sizes.cards), { name: 'card', limit: plan.cardsPerDeck, most: sizes.cards });
        const planned = planDecks(named);
        const made = await own.createTogether(
          { userId, creation, ...deckLimit(plan) },
          {
            makes: planned.map((deck) => (deckId) => deckFields(deck, deckId, clock())),
            prepare: (deck, index) =>
              reviews.storeHistories(
                deck,
                (planned[index]?.cards ?? []).flatMap((card, position) => historyOf(card, cardId(deck._id, position)) ?? []),
              ),
          },
        );
        return { decks: made.map((deck) => asDeckListItem({ ...deck, itemCount: deck.cards.length })), skipped };
      }),
  };
};
export type DeckImport = ReturnType<typeof createDeckImport>;
