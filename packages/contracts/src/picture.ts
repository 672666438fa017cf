import * as z from '@lectern/contracts/schema';
import { Pointer } from './pointer.ts';
import { WholeNumber } from './primitives.ts';
import { trimmedText } from './texts.ts';

/** The id of a picture: 32 hexadecimal digits of its content's hash, and the number of its slide or of its paragraph in all texts of the guide. */
export const PictureId = z.string().check(z.regex(/^[0-9a-f]{32}-[1-9][0-9]{0,4}$/, 'Not a picture'), z.meta({ maxLength: 38 }));

/** The media type of every picture: pictures are re-encoded before they are stored. */
export const pictureType = 'image/webp';

/** The maximum number of pictures per guide. */
export const mostPictures = 200;

/** The maximum number of pictures next to a card or question, also in an Anki package. A slide with more is probably a collage. */
export const mostPicturesBesideItem = 3;

const Size = z.int().check(z.minimum(1));

/** The location of a picture. */
const place = {
  /** The slide. For a document: the page, or the paragraph if the document has no pages. */
  slide: z.int().check(z.minimum(1)),
  /** For a document: the paragraph before the picture, or after it if the picture comes first. Absent for a slide. */
  pointer: z.optional(Pointer),
};

/** A picture of a slide or document, stored with the guide. */
export const Picture = z.object({
  id: PictureId,
  ...place,
  /** The author's alternative text, or else the caption, the slide's title, or the heading above it. */
  alt: z.string(),
  /** In pixels, as stored. */
  width: Size,
  height: Size,
  /** Signed for the learner. Valid for at least an hour, without `x-auth-token`. */
  url: z.string(),
});
export type Picture = z.infer<typeof Picture>;

/** The query parameters of a picture's address. */
export const PictureSignature = z.object({
  expires: z.pipe(WholeNumber, z.int().check(z.minimum(1))),
  signature: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'Not a signature')),
});

/** The id of a card's picture: the hash of its content. */
const CardPictureId = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Not a picture'), z.meta({ maxLength: 64 }));

const CardFace = z.enum(['front', 'back']);

/** A picture on one side of a card, stored with the deck. */
export const CardPicture = z.object({
  id: CardPictureId,
  side: CardFace,
  alt: z.string(),
  width: Size,
  height: Size,
  /** Signed like the address of a guide's picture. */
  url: z.string(),
});
export type CardPicture = z.infer<typeof CardPicture>;

/** The bounds of pictures that learners add to cards. */
export const cardPictureBounds = {
  fileBytes: 10 * 1024 * 1024,
  /** Pictures of a card, as many as an import keeps. */
  perCard: 6,
  perDeck: 200,
  alt: 150,
} as const;

/** The media types of these pictures. The content of a file decides its type. */
export const cardPictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;

/** A picture that was added to a deck. No card shows it yet. */
export const AddedPicture = z.object({ id: CardPictureId, alt: z.string(), width: Size, height: Size, url: z.string() });
export type AddedPicture = z.infer<typeof AddedPicture>;

/** A picture that an edited card names. Without `alt`, the card keeps its text. */
export const NamedPicture = z.object({ id: CardPictureId, side: CardFace, alt: z.optional(trimmedText(cardPictureBounds.alt)) });
export type NamedPicture = z.infer<typeof NamedPicture>;

/** The reason why a picture is not shown. `format`: an unsupported format, such as EMF, WMF, JPEG 2000 or JBIG2. */
export const PictureProblem = z.enum(['format', 'damaged', 'too-large', 'too-many']);
export type PictureProblem = z.infer<typeof PictureProblem>;

/** A picture of a slide deck or document that is not shown, or all pictures of some unread pages. */
export const LeftOutPicture = z.object({
  ...place,
  alt: z.string(),
  reason: PictureProblem,
  /** The last page of the range that starts at `slide`. Absent for a single picture. */
  lastPage: z.optional(z.int().check(z.minimum(1))),
});
export type LeftOutPicture = z.infer<typeof LeftOutPicture>;
