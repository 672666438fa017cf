import * as z from '@lectern/contracts/schema';
import { Omission } from './omission.ts';
import { Picture } from './picture.ts';
import { Pointer } from './pointer.ts';
import { Id } from './primitives.ts';

/** A pointer and the verbatim text at that place. */
export const Citation = z.object({ pointer: Pointer, quote: z.string() });
export type Citation = z.infer<typeof Citation>;

/** The origin of an item: a citation, and the pictures on its slide or page, or next to its paragraph. */
export const ItemSource = z.extend(Citation, {
  /** Absent without pictures, after the guide was deleted, and while its service is unavailable. */
  pictures: z.optional(z.array(Picture)),
  /** The item's guide and its title at creation, if the quiz or deck has several guides. */
  studyMaterialId: z.optional(Id),
  studyMaterialTitle: z.optional(z.string()),
});
export type ItemSource = z.infer<typeof ItemSource>;

/** The kind of a passage according to the file. `row` is a table row with separate cells. */
export const PassageKind = z.enum(['title', 'bullet', 'paragraph', 'row', 'caption']);
export type PassageKind = z.infer<typeof PassageKind>;

/** The language model tokens used for one resource, over all calls. */
export const ModelUsage = z.object({
  model: z.string(),
  calls: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  /** In US dollars, by the configured prices; absent without prices. */
  costUsd: z.optional(z.number()),
});
export type ModelUsage = z.infer<typeof ModelUsage>;

/** One paragraph of a source. */
export const Passage = z.object({
  pointer: Pointer,
  kind: PassageKind,
  /** The indentation of a bullet, or the depth of a heading, from 0. */
  level: z.int().check(z.minimum(0)),
  text: z.string(),
  /** The cells of a `row`, and the number of its table in the source from 1. Row 0 is the header. */
  cells: z.optional(z.array(z.string())),
  table: z.optional(z.int()),
  row: z.optional(z.int()),
  /** Whether a `bullet` belongs to a numbered list. */
  isNumbered: z.optional(z.boolean()),
  /** The number of the slide's shape, from 1 in drawing order; absent for pasted text. */
  shape: z.optional(z.int()),
  /** BCP 47; present only if it differs from the source's language. */
  language: z.optional(z.string()),
});
export type Passage = z.infer<typeof Passage>;

/** A paragraph of a source, for display next to a citation. */
export const ShownPassage = z.pick(Passage, { pointer: true, kind: true, level: true, text: true, cells: true, table: true, row: true });
export type ShownPassage = z.infer<typeof ShownPassage>;

/** A slide with a title and only pictures. Engines do not read pictures. */
export const PictureSlide = z.object({
  slide: z.int().check(z.minimum(1)),
  title: z.string(),
  /** The lecturer's alternative texts of the pictures. */
  description: z.optional(z.string()),
});
export type PictureSlide = z.infer<typeof PictureSlide>;

/** Pages of a document that were skipped because their fonts map characters to other letters. */
export const UnreadPages = z.object({
  first: z.int().check(z.minimum(1)),
  last: z.int().check(z.minimum(1)),
  /** The document's name if a guide has several. */
  document: z.optional(z.string()),
});
export type UnreadPages = z.infer<typeof UnreadPages>;

/** The text from which a guide, quiz or deck is generated. Stored with the study material and immutable. */
export const Source = z.object({
  title: z.string(),
  /** BCP 47, such as `en` or `ko`; `und` if unknown. */
  language: z.string(),
  passages: z.array(Passage),
  /** Absent if there are none. */
  pictureSlides: z.optional(z.array(PictureSlide)),
  /** Headers and footers, which `passages` does not contain; absent if there are none. */
  omitted: z.optional(z.array(Omission)),
  /** The number of symbols that were skipped because common fonts lack them; absent if there are none. */
  unreadSymbols: z.optional(z.int().check(z.minimum(1))),
  /** Absent if every page was readable. */
  unreadPages: z.optional(z.array(UnreadPages)),
});
export type Source = z.infer<typeof Source>;
