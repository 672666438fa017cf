import type { SourcePictures } from './pictures/SourcePictures.ts';
import { placeOf, type Pointer, type Source } from '@lectern/contracts/plain';

/** What was read of a deck, a document or a text. */
export interface ReadMaterial {
  source: Source;
  pictures: SourcePictures;
}

/** A source without pictures. */
export const withoutPictures = (source: Source): ReadMaterial => ({ source, pictures: { pictures: [], leftOut: [] } });

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

/** Pictures with changed pointers; those of slides have none. */
export function withPointers({ pictures, leftOut }: SourcePictures, change: (pointer: Pointer) => Pointer): SourcePictures {
  const changed = <Place extends { pointer?: Pointer | undefined }>(place: Place): Place =>
    place.pointer ? { ...place, pointer: change(place.pointer) } : place;
  return {
    pictures: pictures.map((picture) => ({ ...picture, places: picture.places.map(changed) })),
    leftOut: leftOut.map(changed),
  };
}

/** Joins two materials as `joinSources` joins their sources. The second one's pictures move along. */
export function joinMaterials(first: ReadMaterial, second: ReadMaterial): ReadMaterial {
  const places = placesIn(first.source);
  const moved = withPointers(second.pictures, (pointer) => movedBy(pointer, places));
  return {
    source: joinSources(first.source, second.source),
    pictures: {
      pictures: [...first.pictures.pictures, ...moved.pictures],
      leftOut: [...first.pictures.leftOut, ...moved.leftOut],
    },
  };
}

/** A document with the name of its file. */
export interface NamedMaterial extends ReadMaterial {
  name: string;
}

/** Names that differ: the second "notes.md" is "notes.md (2)". */
function distinctNames(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map((name) => {
    let distinct = name === '' ? 'Document' : name;
    for (let count = 2; used.has(distinct); count += 1) distinct = `${name === '' ? 'Document' : name} (${String(count)})`;
    used.add(distinct);
    return distinct;
  });
}

/** A material whose pointers name its document. */
function withName({ source, pictures }: ReadMaterial, document: string): ReadMaterial {
  const named = (pointer: Pointer): Pointer => (pointer.kind === 'slide' ? pointer : { ...pointer, document });
  return {
    source: {
      ...source,
      passages: source.passages.map((passage) => ({ ...passage, pointer: named(passage.pointer) })),
      ...(source.omitted && { omitted: source.omitted.map((line) => ({ ...line, pointer: named(line.pointer) })) }),
      ...(source.unreadPages && { unreadPages: source.unreadPages.map((pages) => ({ ...pages, document })) }),
    },
    pictures: withPointers(pictures, named),
  };
}

/** Joins the documents of a guide in their order. Where there are several, each pointer names its document. */
export function joinDocuments(documents: readonly NamedMaterial[]): ReadMaterial | undefined {
  const [first] = documents;
  if (documents.length < 2) return first && { source: first.source, pictures: first.pictures };
  const names = distinctNames(documents.map(({ name }) => name));
  return documents.map((document, index) => withName(document, names[index] ?? '')).reduce(joinMaterials);
}
