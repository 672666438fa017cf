import * as z from '@lectern/contracts/schema';

/** An id of a picture: 32 hexadecimal digits of its content's hash, and the slide. */
export const PictureId = z.string().check(z.regex(/^[0-9a-f]{32}-[1-9][0-9]{0,4}$/, 'Not a picture'), z.meta({ maxLength: 38 }));

/** The media type of every picture: pictures are encoded anew before they are stored. */
export const pictureType = 'image/webp';

/** The most pictures of a guide. */
export const mostPictures = 200;

/** Beside a card or a question, and in a package for Anki: a slide with more pictures is a collage. */
export const mostPicturesBesideItem = 3;

/** The scheme by which a guide's markdown names its pictures: `![Four chambers](picture:ID)`. */
export const pictureScheme = 'picture:';

const Size = z.int().check(z.minimum(1));
const Slide = z.int().check(z.minimum(1));

/** A picture of a slide, kept with the guide. */
export const Picture = z.object({
  id: PictureId,
  slide: Slide,
  /** The lecturer's alternative text, else the slide's title. */
  alt: z.string(),
  /** In pixels, as it is kept. */
  width: Size,
  height: Size,
  /** Signed for the learner. It ends after an hour at the earliest, and needs no `x-auth-token`. */
  url: z.string(),
});
export type Picture = z.infer<typeof Picture>;

/** Why a picture of a deck is not shown. `format`: it is no PNG, JPEG, GIF, WebP or TIFF. */
export const PictureProblem = z.enum(['format', 'damaged', 'too-large', 'too-many']);
export type PictureProblem = z.infer<typeof PictureProblem>;

/** A picture of a deck that is not shown. */
export const LeftOutPicture = z.object({ slide: Slide, alt: z.string(), reason: PictureProblem });
export type LeftOutPicture = z.infer<typeof LeftOutPicture>;
