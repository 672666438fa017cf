import type { StoredPage } from '../store.ts';

/** What the pages of a guide may have together, so that their list is read quickly. */
const most = { pages: 600, letters: 600_000, passages: 12_000, boxes: 10_000 } as const;

/** Returns pages within the limits of a guide. Without boxes a passage is not marked; a page without text is described by its number. */
export function withinBudget(pages: readonly StoredPage[]): StoredPage[] {
  const room: Record<keyof typeof most, number> = { ...most };
  return pages.slice(0, most.pages).map((page) => {
    const passages = page.passages.slice(0, Math.max(0, room.passages)).map((passage) => {
      const boxes = passage.boxes.slice(0, Math.max(0, room.boxes));
      room.boxes -= boxes.length;
      return { ...passage, boxes };
    });
    room.passages -= passages.length;
    const alt = page.alt.length <= room.letters ? page.alt : '';
    room.letters -= alt.length;
    return { ...page, alt, passages };
  });
}
