import { isLicenceBadge, placesOfDecoration } from '../pictures/SourcePictures.ts';
import type { DeckPicture, Slide } from './deck.ts';
import type { Box } from './slide/Box.ts';

/** A picture without a description that covers less of its slide is an icon or a piece of a drawing. */
const shareOfIcon = 1 / 50;
/** A picture on the title slide that covers less of it is a logo. */
const shareOfLogo = 1 / 10;
/** Headers, footers and side bars are within this part of a slide. */
const margin = 1 / 6;

const covers = (box: Box | undefined, share: number): boolean => !box || box.width * box.height >= share;

const isInMargin = (box: Box | undefined): boolean =>
  box !== undefined &&
  (box.top + box.height <= margin || box.top >= 1 - margin || box.left + box.width <= margin || box.left >= 1 - margin);

/** Whether a slide opens its deck: it has words, and no points or tables. */
const isTitleSlide = ({ paragraphs }: Slide): boolean => {
  const own = paragraphs.filter(({ part }) => part !== 'notes' && part !== 'alt');
  return own.some(({ text }) => /\p{L}/u.test(text)) && own.every(({ kind }) => kind !== 'bullet' && kind !== 'row');
};

/** Whether a picture is decoration by itself, wherever else it stands. */
const isDecoration = ({ description, isDecorative, box }: DeckPicture): boolean =>
  isDecorative || isLicenceBadge(description) || (description === '' && !covers(box, shareOfIcon));

export type FingerprintOf = (picture: DeckPicture) => string | undefined;

/** The slides that show a picture. */
interface Appearances {
  slides: Slide[];
  /** How many of them have no other content. */
  dependent: number;
}

/**
 * The slides without pictures that are decoration: what authors marked as decorative, badges of licences, icons, logos of the title slide, and what
 * repeats on three slides or more. A picture repeats as content if it is the content of at least half of its slides: these have neither text nor
 * pictures that do not repeat, and the picture is not in their margin. It is then shown once, on its first slide.
 *
 * @param fingerprintOf - Equal for pictures of the same bytes.
 */
export function withoutDecoration(slides: readonly Slide[], fingerprintOf: FingerprintOf): Slide[] {
  const appearances = new Map<string | undefined, Appearances>();
  const appearancesOf = (picture: DeckPicture): Appearances => appearances.get(fingerprintOf(picture)) ?? { slides: [], dependent: 0 };
  for (const slide of slides)
    for (const picture of slide.shown) {
      const known = appearancesOf(picture);
      known.slides.push(slide);
      appearances.set(fingerprintOf(picture), known);
    }
  const [first] = slides;
  const logos = new Set(
    first && slides.length > 1 && isTitleSlide(first) ? first.shown.filter(({ box }) => !covers(box, shareOfLogo)).map(fingerprintOf) : [],
  );
  const isLeftOut = (picture: DeckPicture): boolean => isDecoration(picture) || logos.has(fingerprintOf(picture));
  const repeats = (picture: DeckPicture): boolean => appearancesOf(picture).slides.length >= placesOfDecoration;
  for (const { pictureOnly, shown } of slides)
    if (pictureOnly && shown.every((picture) => isLeftOut(picture) || repeats(picture)))
      for (const picture of shown) appearancesOf(picture).dependent += 1;

  const isContent = (picture: DeckPicture): boolean => {
    if (isLeftOut(picture)) return false;
    const { slides: on, dependent } = appearancesOf(picture);
    return !repeats(picture) || (!picture.isBackground && !isInMargin(picture.box) && dependent * 2 >= on.length);
  };
  return slides.map((slide) => {
    const content = slide.shown.filter(isContent);
    return {
      ...slide,
      // Pictures that are no files of the deck, such as linked ones, are only counted.
      pictureOnly: slide.pictureOnly && (content.length > 0 || slide.pictures > slide.shown.length),
      shown: content.filter((picture) => !repeats(picture) || appearancesOf(picture).slides[0] === slide),
    };
  });
}
