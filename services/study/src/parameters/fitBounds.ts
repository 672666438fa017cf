/** The maximum input of a fit, so that the optimizer's time and memory are bounded. */
export const fitBounds = {
  /**
   * The first reviews of an item. The optimizer reads each review with all previous ones, so its input is linear in the number of items and quadratic
   * in this number. FSRS needs an item's first review to compute its memory, so only the newest reviews would say little; FSRS's own optimizer
   * also cuts the end of a long history. Few items have this many reviews.
   */
  reviewsPerItem: 64,
  /** The number of used reviews of all items. */
  reviews: 50_000,
  /** Stops reading items after this many reviews. */
  readReviews: 200_000,
} as const;
