import {
  sizes,
  writtenByLearner,
  type DeckImport as DeckImportAnswer,
  type DeckImportPreview,
  type Flashcard,
  type ReviewRating,
} from '@lectern/contracts';
import { maybeYield } from '@lectern/document-store';
import { ImportError } from '@lectern/exchange/import-error';
import type { DelimitedTable, ImportedCard } from '@lectern/exchange/reading';
import { DomainError, type Creation, type Plans } from '@lectern/service-kit';
import { asDeckListItem, type OwnedDecks } from '../domain/deckDocument.ts';
import { deckLimit } from '../domain/deckLimit.ts';
import { requireRoom } from '../domain/items.ts';
import type { ImportedHistory, Reviews } from '../reviews/createReviews.ts';
import type { DeckReader } from './createDeckReader.ts';
import type { ImportUpload } from './createImportReader.ts';
import { importErrorCodes, skippedWords } from './importWords.ts';
import { nameDecks, planDecks, type PlannedDeck } from './planDecks.ts';
import type { SkippedCounts } from './readUpload.ts';

export interface DeckImportDependencies {
  own: Pick<OwnedDecks, 'createTogether'>;
  reviews: Pick<Reviews, 'storeHistories'>;
  reader: DeckReader;
  plans: Plans;
  clock: () => Date;
}

const ratings: Readonly<Record<1 | 2 | 3 | 4, ReviewRating>> = { 1: 'again', 2: 'hard', 3: 'good', 4: 'easy' };

/** The most characters of a cell in a preview. */
const cellCharacters = 300;

/** Ids follow from the creation's, so that a second attempt makes the same decks. */
const cardId = (deckId: string, index: number): string => `${deckId}-c${String(index).padStart(3, '0')}`;

/** The schedule and reviews of a card that are stored; `undefined` for a card without reviews that is not suspended. */
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

/** What was left out, in the learner's words. */
const shownSkipped = (skipped: SkippedCounts): DeckImportAnswer['skipped'] =>
  Object.entries(skipped).map(([reason, count]) => ({ reason: skippedWords[reason as keyof SkippedCounts], count }));

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

/** Imports decks from other programs. */
export const createDeckImport = ({ own, reviews, reader, plans, clock }: DeckImportDependencies) => {
  return {
    /** What an import would make. */
    previewImport: (userId: string, upload: ImportUpload): Promise<DeckImportPreview> =>
      orDomainError(async () => {
        const { decks, cards, reviewCount, skipped, table } = await reader.preview(userId, upload, clock());
        return {
          ...{ decks: [...decks], cards: [...cards], reviewCount },
          skipped: shownSkipped(skipped),
          ...(table && { table: shownTable(table) }),
        };
      }),

    /**
     * Imports the decks of a file as the learner's own, all or none, with schedules and review log.
     * @throws DomainError `limit_reached` at the plan's limits, `unsupported_type` and `unreadable_file` for a file that gives no cards
     */
    importDecks: (userId: string, upload: ImportUpload, creation: Creation): Promise<DeckImportAnswer> =>
      orDomainError(async () => {
        const { decks, skipped } = await reader.read(userId, upload, clock());
        const named = nameDecks(decks, upload.name, upload.title);
        const plan = await plans.planOf(userId);
        // A deck above the plan's limit of cards is refused. A deck above the limit of every deck is split into several.
        for (const { cards } of named)
          requireRoom(Math.min(cards.length, sizes.cards), { name: 'card', limit: plan.cardsPerDeck, most: sizes.cards });
        const planned = planDecks(named);
        const made = await own.createTogether(
          { userId, creation, ...deckLimit(plan) },
          {
            makes: planned.map((deck) => (deckId) => deckFields(deck, deckId, clock())),
            prepare: async (deck, index) => {
              const histories: ImportedHistory[] = [];
              for (const [position, card] of (planned[index]?.cards ?? []).entries()) {
                await maybeYield();
                const history = historyOf(card, cardId(deck._id, position));
                if (history) histories.push(history);
              }
              await reviews.storeHistories(deck, histories);
            },
          },
        );
        return { decks: made.map((deck) => asDeckListItem({ ...deck, itemCount: deck.cards.length })), skipped: shownSkipped(skipped) };
      }),
  };
};
export type DeckImport = ReturnType<typeof createDeckImport>;
