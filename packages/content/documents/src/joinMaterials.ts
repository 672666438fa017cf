import type { SourcePictures } from './pictures/SourcePictures.ts';
import { placeOf, type Pointer, type Source } from '@lectern/contracts/plain';

export interface ReadMaterial {
  source: Source;
  pictures: SourcePictures;
}

export const withoutPictures = (source: Source): ReadMaterial => ({ source, pictures: { pictures: [], leftOut: [] } });

/** Returns the number of places of texts and documents in a source. */
const placesIn = ({ passages }: Source): number =>
  passages.reduce((most, { pointer }) => (pointer.kind === 'slide' ? most : Math.max(most, placeOf(pointer))), 0);

/** Moves a pointer past `places` places of another source. */
const movedBy = (pointer: Pointer, places: number): Pointer =>
  pointer.kind === 'slide' || places === 0 ? pointer : { ...pointer, place: placeOf(pointer) + places };

/**
 * Joins two sources. Title and language are those of the first one, unless its language is unknown. Tables and places of the second one
 * continue the count; unread symbols add up.
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

function withPointers({ pictures, leftOut }: SourcePictures, change: (pointer: Pointer) => Pointer): SourcePictures {
  const changed = <Place extends { pointer?: Pointer | undefined }>(place: Place): Place =>
    place.pointer ? { ...place, pointer: change(place.pointer) } : place;
  return {
    pictures: pictures.map((picture) => ({ ...picture, places: picture.places.map(changed) })),
    leftOut: leftOut.map(changed),
  };
}

/** Joins two materials like `joinSources`, with their pictures. */
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

export interface NamedMaterial extends ReadMaterial {
  name: string;
}

/** Returns the names of several documents in pointers. Makes them distinct: the second "notes.md" becomes "notes.md (2)". */
export function distinctNames(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map((name) => {
    let distinct = name === '' ? 'Document' : name;
    for (let count = 2; used.has(distinct); count += 1) distinct = `${name === '' ? 'Document' : name} (${String(count)})`;
    used.add(distinct);
    return distinct;
  });
}

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

/** Joins the documents of a guide. With several documents, each pointer names its document. */
export function joinDocuments(documents: readonly NamedMaterial[]): ReadMaterial | undefined {
  const [first] = documents;
  if (documents.length < 2) return first && { source: first.source, pictures: first.pictures };
  const names = distinctNames(documents.map(({ name }) => name));
  return documents.map((document, index) => withName(document, names[index] ?? '')).reduce(joinMaterials);
}
