import type { DocumentStore } from '@lectern/document-store';
import { createMaterialAsking } from './createMaterialAsking.ts';
import { createMaterialChanges, type MaterialChangesDependencies } from './createMaterialChanges.ts';
import { createMaterialCreation, type MaterialCreationDependencies } from './createMaterialCreation.ts';
import { createMaterialDeletion, type MaterialDeletionDependencies } from './createMaterialDeletion.ts';
import { createMaterialGeneration } from './createMaterialGeneration.ts';
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
  'parts' | 'versions' | 'followGuide'
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
  const generation = createMaterialGeneration({ parts, versions, ...options });
  const { own, exists, discard, eraseAll } = parts;
  return {
    ...createMaterialCreation({ parts, ...generation, ...options }),
    stop: generation.stop,
    rewrite: generation.rewrite,
    ...createMaterialReading(parts, options.clock),
    ...createMaterialExport({ parts, ...options }),
    ...createPictures({ parts, addresses: options.addresses }),
    ...createMaterialChanges({ parts, versions, ...options }),
    ...createMaterialMarks({ parts, ...options }),
    ...createReadingPlaces({ parts, ...options }),
    ...createMaterialSuggestions({ parts, ...options }),
    ...createMaterialAsking({ parts, ...options }),
    listVersions: versions.listVersions,
    ...createMaterialDeletion({ parts, ...options }),
    own,
    exists,
    discard,
    eraseAll,
  };
}
export type Materials = ReturnType<typeof createMaterials>;
