import { placeOf, type Passage, type Pointer, type Source } from '@lectern/contracts/plain';
import { onceFor } from './onceFor.ts';

/** The title passage of each slide. */
const titlesOfSlides = onceFor(({ passages }) => {
  const titles = new Map<number, Passage>();
  for (const passage of passages) {
    const { pointer, kind } = passage;
    if (pointer.kind === 'slide' && kind === 'title' && !titles.has(pointer.slide)) titles.set(pointer.slide, passage);
  }
  return titles;
});

/** The heading above each paragraph, by paragraph number. */
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

/** The title passage of the pointer's slide, or the heading above its paragraph. */
export const titlePassageAbove = (source: Source, pointer: Pointer): Passage | undefined =>
  pointer.kind === 'slide' ? titlesOfSlides(source).get(pointer.slide) : headingsOfText(source).get(placeOf(pointer));
