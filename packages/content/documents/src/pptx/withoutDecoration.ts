import { isLicenceBadge, placesOfDecoration } from '../pictures/SourcePictures.ts';
import type { DeckPicture, Slide } from './deck.ts';
import type { Box } from './slide/Box.ts';

/** A smaller picture without a description is an icon or a piece of a drawing. Share of the slide. */
const shareOfIcon = 1 / 50;
/** A smaller picture on the title slide is a logo. Share of the slide. */
const shareOfLogo = 1 / 10;
/** Share of a slide that holds headers, footers and side bars. */
const margin = 1 / 6;

const covers = (box: Box | undefined, share: number): boolean => !box || box.width * box.height >= share;

const isInMargin = (box: Box | undefined): boolean =>
  box !== undefined &&
  (box.top + box.height <= margin || box.top >= 1 - margin || box.left + box.width <= margin || box.left >= 1 - margin);

/** Whether a slide opens its deck: it has words, but no points or tables. */
const isTitleSlide = ({ paragraphs }: Slide): boolean => {
  const own = paragraphs.filter(({ part }) => part !== 'notes' && part !== 'alt');
  return own.some(({ text }) => /\p{L}/u.test(text)) && own.every(({ kind }) => kind !== 'bullet' && kind !== 'row');
};

/** Whether a picture is decoration, wherever else it appears. */
const isDecoration = ({ description, isDecorative, box }: DeckPicture): boolean =>
  isDecorative || isLicenceBadge(description) || (description === '' && !covers(box, shareOfIcon));

export type FingerprintOf = (picture: DeckPicture) => string | undefined;

interface Appearances {
  slides: Slide[];
  /** How many of them have no other content. */
  dependent: number;
}

/**
 * Removes decoration from slides: pictures marked as decorative, licence badges, icons, logos of the title slide, and pictures on three
 * slides or more. A repeated picture is content if at least half of its slides have neither text nor other pictures and it is not in their
 * margin; it is then shown on its first slide.
 *
 * @param fingerprintOf - Returns a key that is equal for pictures with the same bytes.
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
      // Linked pictures are only counted, because their files are not in the deck.
      pictureOnly: slide.pictureOnly && (content.length > 0 || slide.pictures > slide.shown.length),
      shown: content.filter((picture) => !repeats(picture) || appearancesOf(picture).slides[0] === slide),
    };
  });
}
