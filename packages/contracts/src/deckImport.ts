import * as z from '@lectern/contracts/schema';
import { FlashcardDeckListItem } from './flashcardDeck.ts';
import { Name, sizes } from './primitives.ts';

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

/** The form of an import. The title is that of the deck, or stands before the names of several. */
export const DeckImportForm = z.object({ file: z.string(), title: z.optional(Name), columns: z.optional(ImportColumns) });

/** What was left out and how often, in words. */
const skipped = z.array(z.object({ reason: z.string(), count: z.int() }));

/** Decks that were imported, as lists show them. */
export const DeckImport = z.object({ decks: z.array(FlashcardDeckListItem), skipped });
export type DeckImport = z.infer<typeof DeckImport>;

/** What an import would make. */
export const DeckImportPreview = z.object({
  decks: z.array(z.object({ title: z.string(), cardCount: z.int() })),
  /** The first cards. */
  cards: z.array(z.object({ front: z.string(), back: z.string() })),
  /** Reviews that would be imported. */
  reviewCount: z.int(),
  skipped,
  /** Of a text: its first lines, cut where they are long, and which cells were taken as front and back, counted from 1. */
  table: z.optional(z.object({ rows: z.array(z.array(z.string())), front: z.int(), back: z.int(), hasHeader: z.boolean() })),
});
export type DeckImportPreview = z.infer<typeof DeckImportPreview>;
