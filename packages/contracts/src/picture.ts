import * as z from '@lectern/contracts/schema';
import { Pointer } from './pointer.ts';
import { WholeNumber } from './primitives.ts';

/** An id of a picture: 32 hexadecimal digits of its content's hash, and the slide, or the paragraph in all texts and documents of the guide. */
export const PictureId = z.string().check(z.regex(/^[0-9a-f]{32}-[1-9][0-9]{0,4}$/, 'Not a picture'), z.meta({ maxLength: 38 }));

/** The media type of every picture: pictures are encoded anew before they are stored. */
export const pictureType = 'image/webp';

/** The most pictures of a guide. */
export const mostPictures = 200;

/** The most pictures beside a card or a question, also in a package for Anki: a slide with more pictures is a collage. */
export const mostPicturesBesideItem = 3;

const Size = z.int().check(z.minimum(1));

/** Where a picture stands. */
const place = {
  /** The slide. Of a picture in a document: the page, or the paragraph where the document has no pages. */
  slide: z.int().check(z.minimum(1)),
  /** Of a picture in a document: the paragraph that it stands behind, or before where it is the first. Absent for a slide. */
  pointer: z.optional(Pointer),
};

/** A picture of a slide or a document, kept with the guide. */
export const Picture = z.object({
  id: PictureId,
  ...place,
  /** The author's alternative text, else the caption, the slide's title, or the heading that it stands under. */
  alt: z.string(),
  /** In pixels, as it is kept. */
  width: Size,
  height: Size,
  /** Signed for the learner. It ends after an hour at the earliest, and needs no `x-auth-token`. */
  url: z.string(),
});
export type Picture = z.infer<typeof Picture>;

/** The parameters of a picture's address. */
export const PictureSignature = z.object({
  expires: z.pipe(WholeNumber, z.int().check(z.minimum(1))),
  signature: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'Not a signature')),
});

/** A picture on a side of an imported card, kept with the deck. */
export const CardPicture = z.object({
  id: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Not a picture'), z.meta({ maxLength: 64 })),
  side: z.enum(['front', 'back']),
  alt: z.string(),
  width: Size,
  height: Size,
  /** Signed as that of a guide's picture. */
  url: z.string(),
});
export type CardPicture = z.infer<typeof CardPicture>;

/** Why a picture is not shown. `format`: it is in no format that is read, such as EMF, WMF, JPEG 2000 or JBIG2. */
export const PictureProblem = z.enum(['format', 'damaged', 'too-large', 'too-many']);
export type PictureProblem = z.infer<typeof PictureProblem>;

/** A picture of a deck or a document that is not shown, or all pictures of some pages that were not read. */
export const LeftOutPicture = z.object({
  ...place,
  alt: z.string(),
  reason: PictureProblem,
  /** The last one of the pages, the first one of which is `slide`. Absent for one picture. */
  lastPage: z.optional(z.int().check(z.minimum(1))),
});
export type LeftOutPicture = z.infer<typeof LeftOutPicture>;
