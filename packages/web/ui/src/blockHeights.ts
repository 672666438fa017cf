/** The height that a block of cards had. Pixels. It holds for the same number of cards in a window of the same width. */
export interface BlockHeight {
  height: number;
  cards: number;
  windowWidth: number;
}

/** How many blocks are remembered. */
export const mostHeights = 2_000;

/** By the id of the block's first card, the newest last. */
const heights = new Map<string, BlockHeight>();

/** Remembers a block's height, so that a list that is reached by "Back" has the height that it had. Keeps the newest `mostHeights`. */
export const keepBlockHeight = (firstId: string, height: BlockHeight): void => {
  heights.delete(firstId);
  heights.set(firstId, height);
  if (heights.size <= mostHeights) return;
  const [oldest] = heights.keys();
  if (oldest !== undefined) heights.delete(oldest);
};

/** @returns the height that was remembered last for the block that begins with this card */
export const blockHeightOf = (firstId: string): BlockHeight | undefined => heights.get(firstId);
