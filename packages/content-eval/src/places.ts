import { placeOf, type Passage, type Pointer, type Source } from '@lectern/contracts';

/** As a reader would say it: `slide 4, notes, line 2`. */
export const nameOfPlace = (pointer: Pointer): string =>
  pointer.kind === 'slide' ? `slide ${pointer.slide}, ${pointer.part}, line ${pointer.paragraph}` : `paragraph ${placeOf(pointer)}`;

/** The passage that a pointer points at. */
export const passageAt = (source: Source, pointer: Pointer): Passage | undefined =>
  source.passages.find(({ pointer: own }) =>
    own.kind === 'slide'
      ? pointer.kind === 'slide' && own.slide === pointer.slide && own.part === pointer.part && own.paragraph === pointer.paragraph
      : pointer.kind !== 'slide' && placeOf(own) === placeOf(pointer),
  );

/** The text on the slides (or at the paragraphs) from `place - reach` to `place + reach`. */
export const textAround = (source: Source, place: number, reach: number): string =>
  source.passages
    .filter(({ pointer }) => Math.abs(placeOf(pointer) - place) <= reach)
    .map(({ text }) => text)
    .join('\n');

/** The passage's slide with its neighbours, or the paragraphs around it: where an answer has to be found (check supported-by-source). */
export const neighbours = (source: Source, pointer: Pointer): string =>
  textAround(source, placeOf(pointer), pointer.kind === 'slide' ? 1 : 3);
