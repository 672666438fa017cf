import type { DocumentStore } from '@lectern/document-store';
import { createMaterialChanges, type MaterialChangesDependencies } from './createMaterialChanges.ts';
import { createMaterialCreation, type MaterialCreationDependencies } from './createMaterialCreation.ts';
import { createMaterialDeletion, type MaterialDeletionDependencies } from './createMaterialDeletion.ts';
import { createMaterialExport } from './createMaterialExport.ts';
import { createMaterialMarks } from './createMaterialMarks.ts';
import { createMaterialParts } from './createMaterialParts.ts';
import { createMaterialSuggestions } from './createMaterialSuggestions.ts';
import { createMaterialVersions } from './createMaterialVersions.ts';
import type { ObjectStore } from '@lectern/object-store';
import type { LibraryThreads } from './LibraryThreads.ts';
import type { PictureAddresses } from '@lectern/pictures';
import { createPictures } from './createPictures.ts';
import { createReadingPlaces } from './createReadingPlaces.ts';
import { createMaterialReading } from './createMaterialReading.ts';

export interface MaterialsOptions extends Omit<
  MaterialCreationDependencies & MaterialChangesDependencies & MaterialDeletionDependencies,
  'parts' | 'versions'
> {
  store: DocumentStore;
  /** The files of pictures. */
  objects: ObjectStore;
  addresses: PictureAddresses;
  threads: LibraryThreads;
}

/** Rules of study materials: creating, reading, changing and deleting guides. */
export function createMaterials(options: MaterialsOptions) {
  const parts = createMaterialParts(options);
  const versions = createMaterialVersions({ parts, ...options });
  const { own, exists, discard, eraseAll } = parts;
  return {
    ...createMaterialCreation({ parts, ...options }),
    ...createMaterialReading(parts),
    ...createMaterialExport({ parts, ...options }),
    ...createPictures({ parts, addresses: options.addresses }),
    ...createMaterialChanges({ parts, versions, ...options }),
    ...createMaterialMarks({ parts, ...options }),
    ...createReadingPlaces({ parts, ...options }),
    ...createMaterialSuggestions({ parts, ...options }),
    listVersions: versions.listVersions,
    ...createMaterialDeletion({ parts, ...options }),
    own,
    exists,
    discard,
    eraseAll,
  };
}
export type Materials = ReturnType<typeof createMaterials>;
