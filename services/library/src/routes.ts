import { calls } from '@lectern/contracts';
import { endShare, notFound, route, type Route, type UploadBudget } from '@lectern/service-kit';
import {
  addManyToFolder,
  addToFolder,
  createFolder,
  deleteFolder,
  getFolder,
  listFolders,
  removeFromFolder,
  renameFolder,
} from './folders/folders.ts';
import type { LibraryContext } from './LibraryContext.ts';
import { askGuide, deleteAskedQuestion, listAskedQuestions } from './materials/askGuide.ts';
import { createStudyMaterial } from './materials/createStudyMaterial.ts';
import { deleteStudyMaterial, deleteStudyMaterials } from './materials/deleteStudyMaterial.ts';
import { exportStudyMaterial } from './materials/exportStudyMaterial.ts';
import { rewriteStudyMaterial, stopGuideGeneration } from './materials/guideGeneration.ts';
import { deleteMark, listMarks, updateMark, updateMarks } from './materials/marks.ts';
import { listPictures, showPicture } from './materials/pictures.ts';
import { getStudyMaterial, listPassages, listStudyMaterials } from './materials/reading.ts';
import { getReadingPlace, updateReadingPlace } from './materials/readingPlaces.ts';
import { listSuggestions, updateSuggestions } from './materials/suggestions.ts';
import { restoreLines, updateStudyMaterial } from './materials/updateStudyMaterial.ts';
import { listVersions } from './materials/versions.ts';
import { listPages, showPage } from './pages/sourcePages.ts';
import { createUploadReader } from './readUpload.ts';
import { copySharedFolder, createFolderShare, showSharedFolder, showSharedFolderGuide } from './sharing/folderShares.ts';
import { copySharedGuide, createGuideShare, showSharedGuide } from './sharing/guideShares.ts';

const guideRoutes = (library: LibraryContext, uploads: UploadBudget): Route[] => [
  route(
    calls.createStudyMaterial,
    ({ userId, body, creation, idempotencyKey }) => createStudyMaterial(library, userId, body, creation, idempotencyKey),
    createUploadReader(uploads),
  ),
  route(calls.getGuideProgress, async ({ userId, params }) => {
    const progress = library.content.progressOf(userId, params.key);
    if (!progress) throw notFound('Running call');
    return progress;
  }),
  route(calls.stopGuideGeneration, ({ userId, params }) => stopGuideGeneration(library, userId, params.id)),
  route(calls.rewriteStudyMaterial, ({ userId, params, creation, idempotencyKey }) =>
    rewriteStudyMaterial(library, userId, params.id, creation, idempotencyKey),
  ),
  route(calls.getGuideEngine, async () => ({ generatedBy: library.content.generatedBy })),
  route(calls.listStudyMaterials, ({ userId, query, signal }) => listStudyMaterials(library, userId, query, signal)),
  route(calls.getStudyMaterial, ({ userId, params }) => getStudyMaterial(library, userId, params.id)),
  route(calls.listPassages, ({ userId, params, query }) => listPassages(library, userId, params.id, query)),
  route(calls.listPictures, ({ userId, params }) => listPictures(library, userId, params.id)),
  route(calls.showPicture, ({ params: { id: ownerId, pictureId }, query, countOwner }) =>
    showPicture(library, { ownerId, pictureId }, query, countOwner),
  ),
  route(calls.listPages, ({ userId, params, query }) => listPages(library, userId, params.id, query)),
  route(calls.showPage, ({ params, query, countOwner }) => showPage(library, params, query, countOwner)),
  route(calls.exportStudyMaterial, ({ userId, params, query }) => exportStudyMaterial(library, userId, params.id, query.format)),
  route(calls.updateStudyMaterial, ({ userId, params, body }) => updateStudyMaterial(library, userId, params.id, body)),
  route(calls.restoreLines, ({ userId, params, body }) => restoreLines(library, userId, params.id, body)),
  route(calls.listVersions, ({ userId, params }) => listVersions(library, userId, params.id)),
  route(calls.listMarks, ({ userId, params }) => listMarks(library, userId, params.id)),
  route(calls.updateMarks, ({ userId, params, body }) => updateMarks(library, userId, params.id, body)),
  route(calls.updateMark, ({ userId, params, body }) => updateMark(library, userId, params.id, params.markId, body)),
  route(calls.deleteMark, ({ userId, params }) => deleteMark(library, userId, params.id, params.markId)),
  route(calls.getReadingPlace, ({ userId, params }) => getReadingPlace(library, userId, params.id)),
  route(calls.updateReadingPlace, ({ userId, params, body }) => updateReadingPlace(library, userId, params.id, body)),
  route(calls.listSuggestions, ({ userId, params, query }) => listSuggestions(library, userId, params.id, query)),
  route(calls.updateSuggestions, ({ userId, params, body }) => updateSuggestions(library, userId, params.id, body)),
  route(calls.askGuide, ({ userId, params, body, creation }) => askGuide(library, userId, params.id, body, creation)),
  route(calls.listAskedQuestions, ({ userId, params }) => listAskedQuestions(library, userId, params.id)),
  route(calls.deleteAskedQuestion, ({ userId, params }) => deleteAskedQuestion(library, userId, params.id, params.askId)),
  route(calls.deleteStudyMaterials, ({ userId, body, requestId }) => deleteStudyMaterials(library, userId, body.ids, requestId)),
  route(calls.deleteStudyMaterial, ({ userId, params }) => deleteStudyMaterial(library, userId, params.id)),
];

const folderRoutes = (library: LibraryContext): Route[] => [
  route(calls.listFolders, ({ userId, query, signal }) => listFolders(library, userId, query, signal)),
  route(calls.createFolder, ({ userId, body, creation }) => createFolder(library, userId, body.name, creation)),
  route(calls.getFolder, ({ userId, params }) => getFolder(library, userId, params.id)),
  route(calls.renameFolder, ({ userId, params, body }) => renameFolder(library, userId, params.id, body.name)),
  route(calls.deleteFolder, ({ userId, params }) => deleteFolder(library, userId, params.id)),
  // One guide is answered with the folder, several also with the result for each.
  route(calls.addToFolder, ({ userId, params, body: { materialId, studyMaterialIds = [] }, requestId }) =>
    materialId === undefined
      ? addManyToFolder(library, userId, params.id, studyMaterialIds, requestId)
      : addToFolder(library, userId, params.id, materialId),
  ),
  route(calls.removeFromFolder, ({ userId, params }) => removeFromFolder(library, userId, params.id, params.materialId)),
];

const shareRoutes = (library: LibraryContext): Route[] => [
  route(calls.createGuideShare, ({ userId, params, body, creation }) => createGuideShare(library, userId, params.id, body, creation)),
  route(calls.getGuideShare, ({ userId, params }) => library.shareLinks.get(userId, params.id)),
  route(calls.deleteGuideShare, ({ userId, params }) => endShare(library.shareLinks, userId, params.id)),
  route(calls.showSharedGuide, ({ params, countOwner }) => showSharedGuide(library, params.secret, countOwner)),
  route(calls.copySharedGuide, ({ userId, params, creation }) => copySharedGuide(library, userId, params.secret, creation)),
  route(calls.createFolderShare, ({ userId, params, body, creation }) => createFolderShare(library, userId, params.id, body, creation)),
  route(calls.getFolderShare, ({ userId, params }) => library.shareLinks.get(userId, params.id)),
  route(calls.deleteFolderShare, ({ userId, params }) => endShare(library.shareLinks, userId, params.id)),
  route(calls.showSharedFolder, ({ params, countOwner }) => showSharedFolder(library, params.secret, countOwner)),
  route(calls.showSharedFolderGuide, ({ params, countOwner }) =>
    showSharedFolderGuide(library, params.secret, params.materialId, countOwner),
  ),
  route(calls.copySharedFolder, ({ userId, params, creation }) => copySharedFolder(library, userId, params.secret, creation)),
];

/** The routes of the library's calls. */
export const routes = (library: LibraryContext, uploads: UploadBudget): Route[] => [
  ...guideRoutes(library, uploads),
  ...folderRoutes(library),
  ...shareRoutes(library),
];
