import type { Paragraph, Slide } from '../src/pptx/deck.ts';

/** The first slide of a deck, with the title 'A' and these paragraphs. */
export const slideOf = (paragraphs: Paragraph[]): Slide => ({
  number: 1,
  hidden: false,
  title: 'A',
  titleIsInferred: false,
  pictures: 0,
  pictureOnly: false,
  shown: [],
  footers: [],
  paragraphs,
});
