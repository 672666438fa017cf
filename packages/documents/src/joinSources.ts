import { placeOf, type Passage, type Source } from '@lectern/contracts';

const inText = ({ pointer }: Passage): boolean => pointer.kind !== 'slide';

/** A passage whose place is counted on behind those of another source. */
const movedBy = (passage: Passage, places: number): Passage =>
  passage.pointer.kind === 'slide' || places === 0
    ? passage
    : { ...passage, pointer: { ...passage.pointer, place: placeOf(passage.pointer) + places } };

/**
 * Joins two sources. The title is the first one's, and so is the language unless it is unknown. The second one's tables and places are counted on
 * behind the first one's.
 */
export function joinSources(first: Source, second: Source): Source {
  const tables = first.passages.reduce((most, { table }) => Math.max(most, table ?? 0), 0);
  const places = first.passages.filter(inText).reduce((most, { pointer }) => Math.max(most, placeOf(pointer)), 0);
  const shifted = second.passages.map((passage) => {
    const moved = movedBy(passage, places);
    return moved.table === undefined ? moved : { ...moved, table: moved.table + tables };
  });
  const pictureSlides = [...(first.pictureSlides ?? []), ...(second.pictureSlides ?? [])];
  return {
    title: first.title,
    language: first.language === 'und' ? second.language : first.language,
    passages: [...first.passages, ...shifted],
    ...(pictureSlides.length > 0 && { pictureSlides }),
  };
}
