import type { Pointer } from '@lectern/contracts';
import { joinSources, movedBy, placesIn } from './joinSources.ts';
import type { SourcePictures } from './pictures/SourcePictures.ts';
import type { ReadMaterial } from './ReadMaterial.ts';

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
