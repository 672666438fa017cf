import type { ReviewItemDocument } from './reviewCollections.ts';

/**
 * Leaves out items whose passage has been, or is before them in the list: they come on another day.
 *
 * @param seen - the passages that have been; those of the answered items are added
 * @param most - how many items are answered
 */
export const withoutSiblings = (
  items: readonly ReviewItemDocument[],
  seen: Set<string>,
  most = Number.POSITIVE_INFINITY,
): ReviewItemDocument[] => {
  const fitting: ReviewItemDocument[] = [];
  for (const item of items) {
    if (fitting.length >= most) break;
    if (item.passage !== '' && seen.has(item.passage)) continue;
    seen.add(item.passage);
    fitting.push(item);
  }
  return fitting;
};
