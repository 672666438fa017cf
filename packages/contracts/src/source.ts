import * as z from '@lectern/contracts/schema';
import { Omission } from './omission.ts';
import { Picture } from './picture.ts';
import { Pointer } from './pointer.ts';
import { Id } from './primitives.ts';

/** A pointer, and the words at that place, verbatim. */
export const Citation = z.object({ pointer: Pointer, quote: z.string() });
export type Citation = z.infer<typeof Citation>;

/** Where an item comes from: a citation, and the pictures beside it: those of its slide or page, or next to its paragraph. */
export const ItemSource = z.extend(Citation, {
  /** Absent where there are none, where the guide was deleted, and while its service cannot be reached. */
  pictures: z.optional(z.array(Picture)),
  /** The guide of an item whose quiz or deck was made from several guides, and its title at that time. */
  studyMaterialId: z.optional(Id),
  studyMaterialTitle: z.optional(z.string()),
});
export type ItemSource = z.infer<typeof ItemSource>;

/** The kind of a passage, as the file marks it. `row` is a row of a table, with separate cells. */
export const PassageKind = z.enum(['title', 'bullet', 'paragraph', 'row', 'caption']);
export type PassageKind = z.infer<typeof PassageKind>;

/** The tokens that a language model used for one resource, over all calls. */
export const ModelUsage = z.object({
  model: z.string(),
  calls: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  /** In US dollars, by the prices of the settings; absent where none are set. */
  costUsd: z.optional(z.number()),
});
export type ModelUsage = z.infer<typeof ModelUsage>;

/** One paragraph of a source. */
export const Passage = z.object({
  pointer: Pointer,
  kind: PassageKind,
  /** Indentation of a bullet, or depth of a text's heading, 0 for the outermost. */
  level: z.int().check(z.minimum(0)),
  text: z.string(),
  /** The cells of a `row`, and the number of its table in the source, counted from 1. Row 0 is the header. */
  cells: z.optional(z.array(z.string())),
  table: z.optional(z.int()),
  row: z.optional(z.int()),
  /** Of a `bullet`: its list has numbers. */
  isNumbered: z.optional(z.boolean()),
  /** The number of the slide's shape, counted from 1 in drawing order; absent for pasted text. */
  shape: z.optional(z.int()),
  /** BCP 47; present only when it differs from the source's language. */
  language: z.optional(z.string()),
});
export type Passage = z.infer<typeof Passage>;

/** A paragraph of a source, as it is shown beside a citation. */
export const ShownPassage = z.pick(Passage, { pointer: true, kind: true, level: true, text: true, cells: true, table: true, row: true });
export type ShownPassage = z.infer<typeof ShownPassage>;

/** A slide with a title and only pictures. No engine reads pictures. */
export const PictureSlide = z.object({
  slide: z.int().check(z.minimum(1)),
  title: z.string(),
  /** The lecturer's alternative texts of the pictures. */
  description: z.optional(z.string()),
});
export type PictureSlide = z.infer<typeof PictureSlide>;

/** Pages of a document that were left out, because their fonts name other letters than they show. */
export const UnreadPages = z.object({
  first: z.int().check(z.minimum(1)),
  last: z.int().check(z.minimum(1)),
  /** The document's name, where a guide has several. */
  document: z.optional(z.string()),
});
export type UnreadPages = z.infer<typeof UnreadPages>;

/** The text that a guide, a quiz or a deck is made from. Stored with the study material, and never changed. */
export const Source = z.object({
  title: z.string(),
  /** BCP 47, such as `en` or `ko`; `und` where it is unknown. */
  language: z.string(),
  passages: z.array(Passage),
  /** Absent where there are none. */
  pictureSlides: z.optional(z.array(PictureSlide)),
  /** Headers and footers, which are not part of `passages`; absent if it has none. */
  omitted: z.optional(z.array(Omission)),
  /** How many symbols were left out because common fonts lack them; absent if none were. */
  unreadSymbols: z.optional(z.int().check(z.minimum(1))),
  /** Absent if every page could be read. */
  unreadPages: z.optional(z.array(UnreadPages)),
});
export type Source = z.infer<typeof Source>;
