import type { ReviewItemDocument } from './reviewCollections.ts';

/** Leaves out items whose passage has been, or is before them in the list: they come on another day. */
export const withoutSiblings = (items: readonly ReviewItemDocument[], seen: Set<string>): ReviewItemDocument[] =>
  items.filter(({ passage }) => {
    if (passage === '') return true;
    if (seen.has(passage)) return false;
    seen.add(passage);
    return true;
  });
