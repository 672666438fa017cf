import { createNames } from '@lectern/exchange';
import { asJson, DomainError, eachOf, type AccountExportFile, type ExportAccountFiles } from '@lectern/service-kit';
import { listFolders } from './folders/folders.ts';
import type { LibraryContext } from './LibraryContext.ts';
import { guideFiles } from './materials/exportStudyMaterial.ts';
import { listStudyMaterials } from './materials/reading.ts';

/** Creates the library's part of an account export: a folder per guide, and the learner's own folders. */
export const exportFiles = (library: LibraryContext): ExportAccountFiles =>
  async function* (userId): AsyncIterable<AccountExportFile> {
    const nameOf = createNames();
    for await (const { _id, title } of eachOf((after) => listStudyMaterials(library, userId, { after }))) {
      try {
        yield* guideFiles(library, userId, _id, `study-guides/${nameOf(title)}`);
      } catch (error) {
        // The guide was deleted since.
        if (!(error instanceof DomainError && error.code === 'not_found')) throw error;
      }
    }
    const own = [];
    for await (const folder of eachOf((after) => listFolders(library, userId, { after }))) own.push(folder);
    yield { name: 'folders.json', content: await asJson(own) };
    yield { name: 'links-to-guides-and-folders.json', content: await asJson(await library.shareLinks.list(userId)) };
  };
