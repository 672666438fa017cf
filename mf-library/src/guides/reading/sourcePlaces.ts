import { placeKindOf, placeOf, placeWords, type Citation, type Pointer } from '@lectern/contracts';
import type { Reference } from './guideMarkdown';

/** A slide or paragraph of the material, with the passages that the guide quotes. */
export interface SourcePlace extends Reference {
  quotes: Citation[];
}

export const isSamePlace = (one: Reference, other: Reference): boolean => one.kind === other.kind && one.number === other.number;

const inOrder = (one: Reference, other: Reference): number =>
  one.kind === other.kind ? one.number - other.number : one.kind === 'slide' ? -1 : 1;

/** The reference to a pointer's place. Pages and paragraphs of documents are named in the learner's words. */
export const referenceTo = (pointer: Pointer): Reference => {
  const reference: Reference = { kind: placeKindOf(pointer), number: placeOf(pointer) };
  const isByPlace = pointer.kind === 'text' && pointer.document === undefined && pointer.paragraph === reference.number;
  if (pointer.kind === 'slide' || isByPlace) return reference;
  const words = placeWords(pointer);
  return { ...reference, words: pointer.document === undefined ? words.toLowerCase() : words };
};

/** The places of a guide's citations, in the order of the material. */
export const sourcePlaces = (sources: readonly Citation[]): SourcePlace[] => {
  const places: SourcePlace[] = [];
  for (const { pointer, quote } of sources) {
    const reference = referenceTo(pointer);
    let place = places.find((other) => isSamePlace(other, reference));
    if (!place) {
      place = { ...reference, quotes: [] };
      places.push(place);
    }
    if (!place.quotes.some((other) => other.quote === quote)) place.quotes.push({ pointer, quote });
  }
  return places.sort(inOrder);
};

/** Adds a place that the guide references without quoting it. */
export const withPlace = (places: readonly SourcePlace[], reference: Reference): readonly SourcePlace[] =>
  places.some((place) => isSamePlace(place, reference)) ? places : [...places, { ...reference, quotes: [] }].sort(inOrder);

/** Replaces the quotes of a place, so that only these are marked there. */
export const withOpened = (places: readonly SourcePlace[], opened: SourcePlace): readonly SourcePlace[] =>
  [...places.filter((place) => !isSamePlace(place, opened)), opened].sort(inOrder);
