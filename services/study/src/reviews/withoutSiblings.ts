import type { ReviewItemDocument } from './reviewCollections.ts';

/**
 * Leaves out items whose passage was seen today or is earlier in the list: they come on another day.
 *
 * @param seen - the passages that were seen; those of the returned items are added
 * @param most - how many items are returned at most
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
