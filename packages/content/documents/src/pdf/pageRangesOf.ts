import type { PictureProblem } from '@lectern/contracts';

/** A page whose pictures were not read, and why. */
export interface LeftOutPage {
  page: number;
  reason: PictureProblem;
}

/** Pages that follow each other, both ends among them. */
export interface PageRange {
  first: number;
  last: number;
  reason: PictureProblem;
}

/**
 * Joins pages that follow each other and have the same reason.
 *
 * @param pages - In their order.
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
