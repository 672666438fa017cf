import type { ReadingPlace } from '@lectern/contracts';
import { currentOf, readingLine, type Section } from './useSections';

/** A reading position in a guide's text. */
export type PlaceInText = Pick<ReadingPlace, 'section' | 'part'>;

/** The vertical extent of a section. Pixels from the top of the window. */
interface Extent {
  section: string;
  top: number;
  bottom: number;
}

/** The extents of the text before the first heading and of each section. */
const extentsOf = (article: HTMLElement, sections: readonly Section[]): Extent[] => {
  const { top, bottom } = article.getBoundingClientRect();
  const headings = sections.flatMap(({ id }) => {
    const heading = document.getElementById(id);
    return heading ? [{ section: id, top: heading.getBoundingClientRect().top }] : [];
  });
  return [{ section: '', top }, ...headings].map((start, index) => ({ ...start, bottom: headings[index]?.top ?? bottom }));
};

const asPart = (value: number): number => Math.round(Math.min(1, Math.max(0, value)) * 1_000) / 1_000;

/** The current reading position. */
export const placeOnPage = (article: HTMLElement, sections: readonly Section[]): PlaceInText => {
  const [opening, ...headed] = extentsOf(article, sections);
  const isInOpening = headed.every(({ top }) => top > readingLine);
  const extent = (isInOpening ? undefined : headed.find(({ section }) => section === currentOf(sections))) ?? opening;
  if (!extent) return { section: '', part: 0 };
  const { section, top, bottom } = extent;
  return { section, part: bottom > top ? asPart((readingLine - top) / (bottom - top)) : 0 };
};

/** Scrolls to a place. Does nothing if its section no longer exists. */
export const scrollToPlace = (article: HTMLElement, sections: readonly Section[], { section, part }: PlaceInText): void => {
  const extent = extentsOf(article, sections).find((each) => each.section === section);
  if (!extent) return;
  const top = scrollY + extent.top + part * (extent.bottom - extent.top) - readingLine;
  if (top > 0) scrollTo({ top, behavior: 'instant' });
};

/** Whether two places are nearly the same, such as before and after the window was resized. */
export const isSameSpot = (one: PlaceInText, other: PlaceInText): boolean =>
  one.section === other.section && Math.abs(one.part - other.part) < 0.02;
