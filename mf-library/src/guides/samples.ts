/** Decks of our own that a first-time learner can try. Their addresses are the build's, so that they move with the release. */
export const samples = [
  {
    title: 'Nursing: heart failure',
    fileName: 'nursing-heart-failure.pptx',
    url: new URL('../../../samples/nursing-heart-failure.pptx', import.meta.url),
  },
  {
    title: 'Law: contract formation',
    fileName: 'law-contract-formation.pptx',
    url: new URL('../../../samples/law-contract-formation.pptx', import.meta.url),
  },
  {
    title: 'Biology: cell respiration',
    fileName: 'biology-cell-respiration.pptx',
    url: new URL('../../../samples/biology-cell-respiration.pptx', import.meta.url),
  },
] as const;
export type Sample = (typeof samples)[number];
