import * as z from '@lectern/contracts/schema';
import { FlashcardDeckListItem } from './flashcardDeck.ts';
import { Id, Name, sizes } from './primitives.ts';
import { textEncodingNames } from './textEncodings.ts';

/** The bounds of an import. */
export const importBounds = {
  fileBytes: sizes.fileBytes,
  cards: 10_000,
  decks: 100,
  /** The number of cards in a preview. */
  previewCards: 10,
} as const;

/** The columns of fronts and backs, counted from 1, and whether the first line is a header: `1,2` or `2,1,header`. Detected if absent. */
export const ImportColumns = z
  .string()
  .check(z.regex(/^[1-9][0-9]?,[1-9][0-9]?(?:,header)?$/, 'Two numbers of columns, such as 1,2'), z.meta({ maxLength: 12 }));

/** The handling of cards that already exist: keep them, update their text from the file, or add duplicates. */
export const ExistingCards = z.enum(['skip', 'update', 'copy']);
export type ExistingCards = z.infer<typeof ExistingCards>;

/**
 * The form of an import. `title` is the title of the deck, or a prefix for the names of several decks. Without `existing`, a file with existing
 * cards is refused. Without `encoding`, the encoding of a text is detected.
 */
export const DeckImportForm = z.object({
  file: z.string(),
  title: z.optional(Name),
  columns: z.optional(ImportColumns),
  existing: z.optional(ExistingCards),
  encoding: z.optional(z.enum(textEncodingNames)),
});

/** Omitted content: each reason in words, and its count. */
const skipped = z.array(z.object({ reason: z.string(), count: z.int() }));

/** The decks that an import created or changed, in the form of lists. */
export const DeckImport = z.object({
  decks: z.array(FlashcardDeckListItem),
  skipped,
  /** The numbers of new and updated cards. Present if the call has `existing`. */
  added: z.optional(z.int()),
  updated: z.optional(z.int()),
  /** The ids of decks that existed before. Present if the call has `existing`. */
  changedDecks: z.optional(z.array(Id)),
});
export type DeckImport = z.infer<typeof DeckImport>;

/** A preview of an import. */
export const DeckImportPreview = z.object({
  decks: z.array(z.object({ title: z.string(), cardCount: z.int() })),
  /** The first cards. */
  cards: z.array(z.object({ front: z.string(), back: z.string() })),
  /** The number of reviews in the file that would be imported. */
  reviewCount: z.int(),
  skipped,
  /** The number of cards that already exist. Always sent; optional, so that pages accept an older service. */
  existing: z.optional(z.int()),
  /** The detected encoding of a text, and whether it is clearly the most likely one. */
  encoding: z.optional(z.enum(textEncodingNames)),
  isEncodingCertain: z.optional(z.boolean()),
  /** The first lines of a text, shortened, and its columns of fronts and backs, counted from 1. */
  table: z.optional(z.object({ rows: z.array(z.array(z.string())), front: z.int(), back: z.int(), hasHeader: z.boolean() })),
});
export type DeckImportPreview = z.infer<typeof DeckImportPreview>;
