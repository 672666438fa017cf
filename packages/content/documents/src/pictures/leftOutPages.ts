import type { LeftOutPicture, Pointer, Source } from '@lectern/contracts';
import type { PageRange } from '../pdf/pageRangesOf.ts';

type PagePointer = Extract<Pointer, { kind: 'page' }>;

const isOnPage = (pointer: Pointer): pointer is PagePointer => pointer.kind === 'page';

/** What the learner is told about pages whose pictures were not read. Each range points to the last passage up to its first page. */
export function leftOutPages(ranges: readonly PageRange[], { passages }: Source): LeftOutPicture[] {
  const pointers = passages.map(({ pointer }) => pointer).filter(isOnPage);
  return ranges.flatMap(({ first, last, reason }) => {
    const beside = pointers.findLast(({ page }) => page <= first) ?? pointers[0];
    if (!beside) return [];
    const pointer = beside.page === first ? beside : { ...beside, page: first, paragraph: 1 };
    return [{ slide: first, lastPage: last, pointer, alt: '', reason }];
  });
}
