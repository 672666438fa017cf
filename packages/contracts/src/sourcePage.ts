import * as z from '@lectern/contracts/schema';
import { pageLimits } from './pageLimits.ts';
import { SlidePart } from './pointer.ts';

/** The id of a page's picture: the SHA-256 of its bytes. */
export const PageId = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Not a page'), z.meta({ maxLength: 64 }));

const Fraction = z.number().check(z.minimum(0), z.maximum(1));

/** A rectangle on a page, from its left and top edge, in fractions of its width and height. */
export const PageBox = z.object({ x: Fraction, y: Fraction, width: Fraction, height: Fraction });
export type PageBox = z.infer<typeof PageBox>;

/** A passage of the source that a page shows. */
export const PagePassage = z.object({
  /** The part of the slide. Absent for a document. */
  part: z.optional(SlidePart),
  /** The paragraph of the slide's part. For a document: the paragraph counted through the whole source, as by `placeOf`. */
  paragraph: z.int().check(z.minimum(1)),
  /** Where the passage stands; empty if that is unknown. */
  boxes: z.array(PageBox).check(z.maxLength(pageLimits.boxes)),
});
export type PagePassage = z.infer<typeof PagePassage>;

/** A slide or page of a guide's file as a picture. */
export const SourcePage = z.object({
  id: PageId,
  /** The kind of the pointers into the file: `slide` for a deck, `page` for a PDF, `text` for a Word document. */
  kind: z.enum(['slide', 'page', 'text']),
  /** The slide, or the page of the document, counted from 1. */
  page: z.int().check(z.minimum(1)),
  /** The document as its pointers name it; absent if they do not. */
  document: z.optional(z.string()),
  passages: z.array(PagePassage).check(z.maxLength(pageLimits.passages)),
  /** In pixels. */
  width: z.int().check(z.minimum(1)),
  height: z.int().check(z.minimum(1)),
  /** The text of the page, for readers who do not see it; empty if it has none. */
  alt: z.string().check(z.maxLength(pageLimits.alt)),
  /** Signed for the learner. Valid for at least an hour, without `x-auth-token`. */
  url: z.string(),
});
export type SourcePage = z.infer<typeof SourcePage>;
