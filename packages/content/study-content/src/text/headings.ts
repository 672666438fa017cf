import { placeOf, type Passage, type Pointer, type Source } from '@lectern/contracts/plain';
import { onceFor } from './onceFor.ts';

/** The passage with the title of each slide. */
const titlesOfSlides = onceFor(({ passages }) => {
  const titles = new Map<number, Passage>();
  for (const passage of passages) {
    const { pointer, kind } = passage;
    if (pointer.kind === 'slide' && kind === 'title' && !titles.has(pointer.slide)) titles.set(pointer.slide, passage);
  }
  return titles;
});

/** The heading that each paragraph of a text stands under, by the number of the paragraph. */
const headingsOfText = onceFor(({ passages }) => {
  const headings = new Map<number, Passage>();
  let heading: Passage | undefined;
  for (const passage of passages) {
    if (passage.pointer.kind === 'slide') continue;
    if (passage.kind === 'title') heading = passage;
    if (heading) headings.set(placeOf(passage.pointer), heading);
  }
  return headings;
});

/** The passage with the title of a passage's slide, or with the heading above a paragraph; `undefined` where there is none. */
export const titlePassageAbove = (source: Source, pointer: Pointer): Passage | undefined =>
  pointer.kind === 'slide' ? titlesOfSlides(source).get(pointer.slide) : headingsOfText(source).get(placeOf(pointer));
