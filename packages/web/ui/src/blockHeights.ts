/** The recorded height of a block of cards, in pixels. Valid for the same number of cards in a window of the same width. */
export interface BlockHeight {
  height: number;
  cards: number;
  windowWidth: number;
}

/** Maximum number of recorded blocks. */
export const mostHeights = 2_000;

/** By the id of the block's first card, the newest last. */
const heights = new Map<string, BlockHeight>();

/** Records a block's height, so that a list reached by "Back" has its former height. Keeps the newest `mostHeights`. */
export const keepBlockHeight = (firstId: string, height: BlockHeight): void => {
  heights.delete(firstId);
  heights.set(firstId, height);
  if (heights.size <= mostHeights) return;
  const [oldest] = heights.keys();
  if (oldest !== undefined) heights.delete(oldest);
};

/** @returns the last recorded height of the block that begins with this card */
export const blockHeightOf = (firstId: string): BlockHeight | undefined => heights.get(firstId);
