import { placeOf } from './places.ts';
import type { Pointer } from './pointer.ts';
import type { PageBox, PagePassage, SourcePage } from './sourcePage.ts';

/** The location of a page: its file, its number, and its passages. */
export type PageLocation = Pick<SourcePage, 'kind' | 'page' | 'document' | 'passages'>;

/** Returns whether a pointer points to a passage of a page. */
const isPassage = ({ part, paragraph }: PagePassage, pointer: Pointer): boolean =>
  pointer.kind === 'slide' ? part === pointer.part && paragraph === pointer.paragraph : paragraph === placeOf(pointer);

const documentOf = (pointer: Pointer): string | undefined => (pointer.kind === 'slide' ? undefined : pointer.document);

/** Returns whether a page shows what a pointer points to. */
export function isOnPage({ kind, page, document, passages }: PageLocation, pointer: Pointer): boolean {
  if (kind !== pointer.kind || document !== documentOf(pointer)) return false;
  if (pointer.kind === 'slide') return page === pointer.slide;
  return pointer.kind === 'page' ? page === pointer.page : passages.some((passage) => isPassage(passage, pointer));
}

/**
 * Returns the page that a citation shows, and the rectangles of the cited lines.
 *
 * @returns `undefined` without a page of that place
 * @example
 * const shown = pageShowing(pages, citation.pointer);
 */
export function pageShowing<T extends PageLocation>(pages: readonly T[], pointer: Pointer): { page: T; boxes: PageBox[] } | undefined {
  const page = pages.find((each) => isOnPage(each, pointer));
  return page && { page, boxes: page.passages.filter((passage) => isPassage(passage, pointer)).flatMap(({ boxes }) => boxes) };
}
