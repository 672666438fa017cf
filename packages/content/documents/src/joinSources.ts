import { placeOf, type Pointer, type Source } from '@lectern/contracts/plain';

/** How many places of texts and documents a source has. */
export const placesIn = ({ passages }: Source): number =>
  passages.reduce((most, { pointer }) => (pointer.kind === 'slide' ? most : Math.max(most, placeOf(pointer))), 0);

/** A pointer whose place is counted on behind those of another source. */
export const movedBy = (pointer: Pointer, places: number): Pointer =>
  pointer.kind === 'slide' || places === 0 ? pointer : { ...pointer, place: placeOf(pointer) + places };

/**
 * Joins two sources. The title is the first one's, and so is the language unless it is unknown. The second one's tables and places are counted on
 * behind the first one's; unread symbols add up.
 */
export function joinSources(first: Source, second: Source): Source {
  const tables = first.passages.reduce((most, { table }) => Math.max(most, table ?? 0), 0);
  const places = placesIn(first);
  const shifted = second.passages.map((passage) => {
    const moved = { ...passage, pointer: movedBy(passage.pointer, places) };
    return moved.table === undefined ? moved : { ...moved, table: moved.table + tables };
  });
  const pictureSlides = [...(first.pictureSlides ?? []), ...(second.pictureSlides ?? [])];
  const moved = second.omitted?.map((line) => ({ ...line, pointer: movedBy(line.pointer, places) }));
  const omitted = [...(first.omitted ?? []), ...(moved ?? [])];
  const unreadSymbols = (first.unreadSymbols ?? 0) + (second.unreadSymbols ?? 0);
  const unreadPages = [...(first.unreadPages ?? []), ...(second.unreadPages ?? [])];
  return {
    title: first.title,
    language: first.language === 'und' ? second.language : first.language,
    passages: [...first.passages, ...shifted],
    ...(pictureSlides.length > 0 && { pictureSlides }),
    ...(omitted.length > 0 && { omitted }),
    ...(unreadSymbols > 0 && { unreadSymbols }),
    ...(unreadPages.length > 0 && { unreadPages }),
  };
}
