import type { SourcePage } from '@lectern/contracts';

/** A slide of a deck as a picture, with its first paragraph marked. */
export const aSourcePage = (slide: number, change: Partial<SourcePage> = {}): SourcePage => ({
  id: String(slide).padStart(64, '0'),
  kind: 'slide',
  page: slide,
  passages: [{ part: 'body', paragraph: 1, boxes: [{ x: 0.1, y: 0.25, width: 0.5, height: 0.05 }] }],
  width: 1_280,
  height: 720,
  alt: `The text of slide ${String(slide)}`,
  url: `http://api/page-${String(slide)}`,
  ...change,
});
