import type { PictureProblem, LeftOutPicture, Pointer, Source } from '@lectern/contracts';

export interface LeftOutPage {
  page: number;
  reason: PictureProblem;
}

/** Consecutive pages, both ends included. */
export interface PageRange {
  first: number;
  last: number;
  reason: PictureProblem;
}

/**
 * Joins consecutive pages with the same reason.
 *
 * @param pages - In ascending order.
 */
export function pageRangesOf(pages: readonly LeftOutPage[]): PageRange[] {
  const ranges: PageRange[] = [];
  for (const { page, reason } of pages) {
    const range = ranges.at(-1);
    if (range && range.last === page - 1 && range.reason === reason) range.last = page;
    else ranges.push({ first: page, last: page, reason });
  }
  return ranges;
}

type PagePointer = Extract<Pointer, { kind: 'page' }>;

const isOnPage = (pointer: Pointer): pointer is PagePointer => pointer.kind === 'page';

/** Describes pages whose pictures were not read. Each range points to the last passage up to its first page. */
export function leftOutPages(ranges: readonly PageRange[], { passages }: Source): LeftOutPicture[] {
  const pointers = passages.map(({ pointer }) => pointer).filter(isOnPage);
  return ranges.flatMap(({ first, last, reason }) => {
    const beside = pointers.findLast(({ page }) => page <= first) ?? pointers[0];
    if (!beside) return [];
    const pointer = beside.page === first ? beside : { ...beside, page: first, paragraph: 1 };
    return [{ slide: first, lastPage: last, pointer, alt: '', reason }];
  });
}
