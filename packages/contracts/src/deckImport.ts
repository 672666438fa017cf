import * as z from '@lectern/contracts/schema';
import { FlashcardDeckListItem } from './flashcardDeck.ts';
import { Id, Name, sizes } from './primitives.ts';
import { textEncodingNames } from './textEncodings.ts';

/** The bounds of an import. */
export const importBounds = {
  fileBytes: sizes.fileBytes,
  cards: 10_000,
  decks: 100,
  /** Cards of a preview. */
  previewCards: 10,
} as const;

/**
 * Which cells of a text's lines are front and back, counted from 1, and whether the first line has names and no card: `1,2` or `2,1,header`.
 * Detected when left out.
 */
export const ImportColumns = z
  .string()
  .check(z.regex(/^[1-9][0-9]?,[1-9][0-9]?(?:,header)?$/, 'Two numbers of columns, such as 1,2'), z.meta({ maxLength: 12 }));

/** What happens to cards that exist already: they stay as they are, get the words of the file, or come in a second time. */
export const ExistingCards = z.enum(['skip', 'update', 'copy']);
export type ExistingCards = z.infer<typeof ExistingCards>;

/**
 * The form of an import. The title is that of the deck, or stands before the names of several. Without `existing`, a file with cards that exist
 * already is refused. Without `encoding`, that of a text is detected.
 */
export const DeckImportForm = z.object({
  file: z.string(),
  title: z.optional(Name),
  columns: z.optional(ImportColumns),
  existing: z.optional(ExistingCards),
  encoding: z.optional(z.enum(textEncodingNames)),
});

/** What was left out and how often, in words. */
const skipped = z.array(z.object({ reason: z.string(), count: z.int() }));

/** Decks that an import made or changed, as lists show them. */
export const DeckImport = z.object({
  decks: z.array(FlashcardDeckListItem),
  skipped,
  /** If the call said what happens to cards that exist: how many are new, and how many got the words of the file. */
  added: z.optional(z.int()),
  updated: z.optional(z.int()),
  /** If it did: which of the decks existed before. */
  changedDecks: z.optional(z.array(Id)),
});
export type DeckImport = z.infer<typeof DeckImport>;

/** What an import would make. */
export const DeckImportPreview = z.object({
  decks: z.array(z.object({ title: z.string(), cardCount: z.int() })),
  /** The first cards. */
  cards: z.array(z.object({ front: z.string(), back: z.string() })),
  /** Reviews that would be imported. */
  reviewCount: z.int(),
  skipped,
  /** How many of the cards exist already. Always sent; optional, so that pages accept an older service. */
  existing: z.optional(z.int()),
  /** Of a text: its encoding, and whether no other one is about as likely. */
  encoding: z.optional(z.enum(textEncodingNames)),
  isEncodingCertain: z.optional(z.boolean()),
  /** Of a text: its first lines, cut where they are long, and which cells were taken as front and back, counted from 1. */
  table: z.optional(z.object({ rows: z.array(z.array(z.string())), front: z.int(), back: z.int(), hasHeader: z.boolean() })),
});
export type DeckImportPreview = z.infer<typeof DeckImportPreview>;
