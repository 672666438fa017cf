import { createNames } from '@lectern/exchange';
import { asJson, DomainError, eachOf, type AccountExportFile, type ExportAccountFiles } from '@lectern/service-kit';
import type { Folders } from './createFolders.ts';
import type { Materials } from './createMaterials.ts';

export interface LibraryFilesDependencies {
  materials: Pick<Materials, 'list' | 'guideFiles'>;
  folders: Pick<Folders, 'list'>;
}

/** The library's part of an account's export: a folder for each guide, and the learner's own folders. */
export const createLibraryFiles = ({ materials, folders }: LibraryFilesDependencies): ExportAccountFiles =>
  async function* (userId): AsyncIterable<AccountExportFile> {
    const nameOf = createNames();
    for await (const { _id, title } of eachOf((after) => materials.list(userId, { after }))) {
      try {
        yield* materials.guideFiles(userId, _id, `study-guides/${nameOf(title)}`);
      } catch (error) {
        // Deleted meanwhile.
        if (!(error instanceof DomainError && error.code === 'not_found')) throw error;
      }
    }
    const own = [];
    for await (const folder of eachOf((after) => folders.list(userId, { after }))) own.push(folder);
    yield { name: 'folders.json', content: await asJson(own) };
  };
