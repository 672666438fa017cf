import type { ReviewItemDocument } from './reviewCollections.ts';

/**
 * Removes items whose passage was seen today or is earlier in the list: they are shown on another day.
 *
 * @param seen - the seen passages; those of the returned items are added
 * @param most - the maximum number of returned items
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
