import { placeOf, type Citation, type Passage, type Source } from '@lectern/contracts';
import { passageAt } from '../../text/pointers.ts';
import { emptyPart, partsOf, type Part } from './material.ts';

/** The cited passages of refused items, with as many neighbours as fit. */
export function partAbout(source: Source, cited: readonly Citation[], room: number): Part {
  const places = new Set(cited.filter((citation) => passageAt(source, citation.pointer)).map(({ pointer }) => placeOf(pointer)));
  const isNear = (passage: Passage, reach: number): boolean =>
    places.size === 0 ||
    Array.from({ length: 2 * reach + 1 }, (_, step) => placeOf(passage.pointer) - reach + step).some((place) => places.has(place));
  for (const reach of [1, 0]) {
    const parts = partsOf(source, room, (passage) => isNear(passage, reach));
    if (parts.length === 1 && parts[0]) return parts[0];
  }
  return partsOf(source, room, (passage) => isNear(passage, 0))[0] ?? emptyPart;
}
