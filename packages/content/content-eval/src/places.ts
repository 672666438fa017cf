import { placeOf, type Passage, type Pointer, type Source } from '@lectern/contracts';
import { wordCount } from './text.ts';

/** Names a place as a reader would: `slide 4, notes, line 2`. */
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

/** The passage's slide with its neighbours, or the paragraphs around it: where an answer has to be found. */
export const neighbours = (source: Source, pointer: Pointer): string =>
  textAround(source, placeOf(pointer), pointer.kind === 'slide' ? 1 : 3);

export const isNote = ({ pointer }: { pointer: Pointer }): boolean => pointer.kind === 'slide' && pointer.part === 'notes';

/** How many words each slide or paragraph has, notes included. */
export function wordsByPlace({ passages }: Source): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { pointer, text } of passages) counts.set(placeOf(pointer), (counts.get(placeOf(pointer)) ?? 0) + wordCount(text));
  return counts;
}

const countWords = (passages: readonly Passage[]): number => passages.reduce((sum, { text }) => sum + wordCount(text), 0);

export const sourceWords = ({ passages }: Source): number => countWords(passages);

/** The share of the words that are in speaker notes. */
export const shareOfNotes = (source: Source): number => countWords(source.passages.filter(isNote)) / Math.max(1, sourceWords(source));
