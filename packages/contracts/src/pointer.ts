import * as z from '@lectern/contracts/schema';

/** The part of a slide that a paragraph is in. */
export const SlidePart = z.enum(['body', 'notes', 'table', 'chart', 'smartart', 'alt']);
export type SlidePart = z.infer<typeof SlidePart>;

const Counted = z.int().check(z.minimum(1));

/** The heading that a paragraph of a document stands under, and the paragraph counted from 1 below it; 0 is the heading itself. */
export const Section = z.object({ heading: z.string(), paragraph: z.int().check(z.minimum(0)) });
export type Section = z.infer<typeof Section>;

/** What pointers into texts and documents have in common. */
const inText = {
  paragraph: Counted,
  /** The number of the paragraph, counted from 1 through all texts and documents of the source. Absent where it equals `paragraph`. */
  place: z.optional(Counted),
  /** The name of the document; absent for pasted text, and for a PDF that is the only document. */
  document: z.optional(z.string()),
};

/**
 * The place of a passage in its source: a paragraph of a slide's part, of a PDF's page, or of a text. Slides are counted from 1 in the order of the
 * presentation's list, hidden ones included; paragraphs from 1 within their part, their page or their text.
 */
export const Pointer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('slide'), slide: Counted, part: SlidePart, paragraph: Counted }),
  z.object({ kind: z.literal('page'), page: Counted, ...inText }),
  z.object({
    kind: z.literal('text'),
    ...inText,
    /** Absent in pasted text, and where no heading stands above the paragraph. */
    section: z.optional(Section),
  }),
]);
export type Pointer = z.infer<typeof Pointer>;
