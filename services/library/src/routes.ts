import { calls } from '@lectern/contracts';
import { notFound, route, type Route, type UploadBudget } from '@lectern/service-kit';
import type { Folders } from './domain/createFolders.ts';
import type { Materials } from './domain/createMaterials.ts';
import type { StudyContent } from './domain/StudyContent.ts';
import { createUploadReader } from './readUpload.ts';

export interface LibraryRules {
  content: Pick<StudyContent, 'generatedBy' | 'progressOf'>;
  materials: Materials;
  folders: Folders;
  uploads: UploadBudget;
}

/** All calls of the library with their handlers. */
export const routes = ({ content, materials, folders, uploads }: LibraryRules): Route[] => [
  route(
    calls.createStudyMaterial,
    ({ userId, body, creation, idempotencyKey }) => materials.create(userId, body, creation, idempotencyKey),
    createUploadReader(uploads),
  ),
  route(calls.getGuideProgress, async ({ userId, params }) => {
    const progress = content.progressOf(userId, params.key);
    if (!progress) throw notFound('Running call');
    return progress;
  }),
  route(calls.stopGuideGeneration, ({ userId, params }) => materials.stop(userId, params.id)),
  route(calls.rewriteStudyMaterial, ({ userId, params, creation, idempotencyKey }) =>
    materials.rewrite(userId, params.id, creation, idempotencyKey),
  ),
  route(calls.getGuideEngine, () => Promise.resolve({ generatedBy: content.generatedBy })),
  route(calls.listStudyMaterials, ({ userId, query, signal }) => materials.list(userId, query, signal)),
  route(calls.getStudyMaterial, ({ userId, params }) => materials.get(userId, params.id)),
  route(calls.listPassages, ({ userId, params, query }) => materials.passages(userId, params.id, query)),
  route(calls.listPictures, ({ userId, params }) => materials.pictures(userId, params.id)),
  route(calls.showPicture, ({ params: { id: materialId, pictureId }, query, countOwner }) =>
    materials.showPicture({ ownerId: materialId, pictureId }, query, countOwner),
  ),
  route(calls.exportStudyMaterial, ({ userId, params, query }) => materials.exportGuide(userId, params.id, query.format)),
  route(calls.updateStudyMaterial, ({ userId, params, body }) => materials.update(userId, params.id, body)),
  route(calls.restoreLines, ({ userId, params, body }) => materials.restoreLines(userId, params.id, body)),
  route(calls.listVersions, ({ userId, params }) => materials.listVersions(userId, params.id)),
  route(calls.listMarks, ({ userId, params }) => materials.listMarks(userId, params.id)),
  route(calls.updateMarks, ({ userId, params, body }) => materials.updateMarks(userId, params.id, body)),
  route(calls.updateMark, ({ userId, params, body }) => materials.updateMark(userId, params.id, params.markId, body)),
  route(calls.deleteMark, ({ userId, params }) => materials.removeMark(userId, params.id, params.markId)),
  route(calls.getReadingPlace, ({ userId, params }) => materials.readingPlace(userId, params.id)),
  route(calls.updateReadingPlace, ({ userId, params, body }) => materials.updateReadingPlace(userId, params.id, body)),
  route(calls.listSuggestions, ({ userId, params, query }) => materials.suggestions(userId, params.id, query)),
  route(calls.updateSuggestions, ({ userId, params, body }) => materials.updateSuggestions(userId, params.id, body)),
  route(calls.askGuide, ({ userId, params, body, creation }) => materials.ask(userId, params.id, body, creation)),
  route(calls.listAskedQuestions, ({ userId, params }) => materials.listAsked(userId, params.id)),
  route(calls.deleteAskedQuestion, ({ userId, params }) => materials.removeAsked(userId, params.id, params.askId)),
  route(calls.deleteStudyMaterials, ({ userId, body, requestId }) => materials.removeMany(userId, body.ids, requestId)),
  route(calls.deleteStudyMaterial, ({ userId, params }) => materials.remove(userId, params.id)),

  route(calls.listFolders, ({ userId, query, signal }) => folders.list(userId, query, signal)),
  route(calls.createFolder, ({ userId, body, creation }) => folders.create(userId, body.name, creation)),
  route(calls.getFolder, ({ userId, params }) => folders.get(userId, params.id)),
  route(calls.renameFolder, ({ userId, params, body }) => folders.rename(userId, params.id, body.name)),
  route(calls.deleteFolder, ({ userId, params }) => folders.remove(userId, params.id)),
  route(calls.addToFolder, ({ userId, params, body: { materialId, studyMaterialIds = [] }, requestId }) =>
    materialId === undefined ? folders.addMany(userId, params.id, studyMaterialIds, requestId) : folders.add(userId, params.id, materialId),
  ),
  route(calls.removeFromFolder, ({ userId, params }) => folders.takeOut(userId, params.id, params.materialId)),
];
