/** Sample decks for first-time learners. The build creates their addresses, so that they belong to the release. */
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
