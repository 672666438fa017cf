import * as z from '@lectern/contracts/schema';

/** The part of a slide that contains a paragraph. */
export const SlidePart = z.enum(['body', 'notes', 'table', 'chart', 'smartart', 'alt']);
export type SlidePart = z.infer<typeof SlidePart>;

const Counted = z.int().check(z.minimum(1));

/** The heading above a paragraph of a document, and the number of the paragraph below it from 1; 0 is the heading itself. */
export const Section = z.object({ heading: z.string(), paragraph: z.int().check(z.minimum(0)) });
export type Section = z.infer<typeof Section>;

/** The common fields of pointers into texts and documents. */
const inText = {
  paragraph: Counted,
  /** The number of the paragraph, counted from 1 through all texts and documents of the source. Absent if it equals `paragraph`. */
  place: z.optional(Counted),
  /** The name of the document; absent for pasted text, and for a PDF that is the only document. */
  document: z.optional(z.string()),
};

/**
 * The location of a passage in its source: a paragraph in a part of a slide, on a page of a PDF, or in a text. Slides are counted from 1 in
 * presentation order, including hidden ones; paragraphs from 1 within their part, page or text.
 */
export const Pointer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('slide'), slide: Counted, part: SlidePart, paragraph: Counted }),
  z.object({ kind: z.literal('page'), page: Counted, ...inText }),
  z.object({
    kind: z.literal('text'),
    ...inText,
    /** Absent in pasted text, and for paragraphs without a heading above them. */
    section: z.optional(Section),
  }),
]);
export type Pointer = z.infer<typeof Pointer>;
