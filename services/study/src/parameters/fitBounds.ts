/** What a fit takes of a learner's reviews at most, so that the time and memory of the optimizer are bounded. */
export const fitBounds = {
  /**
   * The first reviews of an item. The optimizer takes each of them with all before it, so its input is linear in the number of items and quadratic
   * in this. What FSRS knows of an item begins at its first review, so its newest reviews alone say little; FSRS's own optimizer leaves out the end
   * of a long history, too. Few items have as many.
   */
  reviewsPerItem: 64,
  /** Reviews of all items that are used. */
  reviews: 50_000,
  /** No further item is read once this many reviews were read. */
  readReviews: 200_000,
} as const;
