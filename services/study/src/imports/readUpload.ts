import { importBounds, type TextEncodingName } from '@lectern/contracts';
import {
  readDecks,
  type ColumnChoice,
  type DelimitedTable,
  type FileEncoding,
  type ImportedDeck,
  type SkipReason,
} from '@lectern/exchange/reading';
import { identitiesOf, nameDecks, planDecks, possibleReviews } from './planDecks.ts';

export interface UploadReading {
  /** An empty folder, deleted later by the caller. */
  folder: string;
  columns: ColumnChoice | undefined;
  encoding?: TextEncodingName | undefined;
  now: Date;
}

export type SkippedCounts = Readonly<Partial<Record<SkipReason | 'impossible-reviews' | 'existing-cards', number>>>;

/** The content of a file, without the reviews that cannot be stored. */
export interface ReadUpload {
  decks: readonly ImportedDeck[];
  skipped: SkippedCounts;
  table: DelimitedTable | undefined;
  /** The paths of pictures in the folder, by their addresses in the cards. */
  pictures?: ReadonlyMap<string, string>;
  encoding?: FileEncoding | undefined;
}

/** A deck of a file, with the data to search for it among the learner's decks. */
export interface NamedDeck {
  title: string;
  /** The identities of each card. */
  identities: readonly (readonly string[])[];
}

/** The preview of a file: counts and its first cards. */
export interface UploadPreview {
  decks: readonly { title: string; cardCount: number }[];
  cards: readonly { front: string; back: string }[];
  reviewCount: number;
  skipped: SkippedCounts;
  table: DelimitedTable | undefined;
  encoding?: FileEncoding | undefined;
  named: readonly NamedDeck[];
}

/**
 * Reads a file with cards. Reviews that cannot be stored are skipped and counted.
 *
 * @throws ImportError
 */
export const readUpload = async (bytes: Uint8Array, { folder, columns, encoding, now }: UploadReading): Promise<ReadUpload> => {
  const { decks, skipped, ...rest } = await readDecks(bytes, { folder, columns, encoding });
  let impossible = 0;
  const possible = decks.map((deck) => ({
    ...deck,
    cards: deck.cards.map((card) => {
      const reviews = possibleReviews(card.reviews, now);
      impossible += card.reviews.length - reviews.length;
      return { ...card, reviews, schedule: reviews.length > 0 ? card.schedule : undefined };
    }),
  }));
  return { decks: possible, skipped: { ...skipped, ...(impossible > 0 && { 'impossible-reviews': impossible }) }, ...rest };
};

/**
 * Previews the import of a file.
 *
 * @param names - the name of the file, and the learner's title
 * @throws ImportError `too-large`
 */
export const previewUpload = (
  { decks, skipped, table, encoding }: ReadUpload,
  { name, title }: { name: string; title: string | undefined },
): UploadPreview => {
  const named = nameDecks(decks, name, title);
  const cards = named.flatMap((deck) => deck.cards);
  return {
    decks: planDecks(named).map((deck) => ({ title: deck.title, cardCount: deck.cards.length })),
    cards: cards.slice(0, importBounds.previewCards).map(({ front, back }) => ({ front, back })),
    reviewCount: cards.reduce((sum, { reviews }) => sum + reviews.length, 0),
    skipped,
    table,
    encoding,
    named: named.map((deck) => ({ title: deck.title, identities: deck.cards.map(identitiesOf) })),
  };
};
