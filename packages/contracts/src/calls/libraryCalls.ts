import * as z from '@lectern/contracts/schema';
import { AskedQuestion, AskRequest } from '../ask.ts';
import { BulkRequest, BulkResult, mostAtOnce } from '../bulk.ts';
import { defineCall } from '../call.ts';
import { Engine } from '../engine.ts';
import { exactlyOneOf } from '../exactlyOneOf.ts';
import { Folder, FolderDetail, FolderMoves } from '../folder.ts';
import { GenerationProgress } from '../generation.ts';
import { Mark, MarkEdits, MarkWords } from '../mark.ts';
import { RestoreRequest } from '../omission.ts';
import { Picture, pictureType, PictureSignature } from '../picture.ts';
import { Deleted, Id, Name, PageQuery, sizes, uniqueIds, WholeNumber } from '../primitives.ts';
import { ReadingPlace, ReadingPlaceEdit } from '../readingPlace.ts';
import { ShownPassage } from '../source.ts';
import { SourcePage } from '../sourcePage.ts';
import { StudyMaterial, StudyMaterialListItem, StudyMaterialVersion } from '../studyMaterial.ts';
import { SkippedSuggestions, Suggestion, SuggestionEdit } from '../suggestion.ts';
import { longText, text } from '../texts.ts';

/** The number of a slide or paragraph in a query, counted from 1. */
const Counted = z.pipe(WholeNumber, z.int().check(z.minimum(1)));

export const createStudyMaterial = defineCall({
  id: 'createStudyMaterial',
  service: 'library',
  method: 'POST',
  path: '/study-materials/unified',
  summary: 'Make a study guide from a .pptx, documents (PDF, .docx, Markdown, text), pasted text, or several of them',
  access: 'learner',
  creates: true,
  encoding: 'multipart',
  body: z.object({
    file: z.optional(z.string()),
    documents: z.optional(z.array(z.string()).check(z.maxLength(sizes.documents))),
    textContent: z.optional(longText(sizes.pastedText)),
    stylePreference: z.optional(text(sizes.stylePreference)),
  }),
  status: 201,
  answer: StudyMaterial,
  errors: [403],
});

export const getGuideEngine = defineCall({
  id: 'getGuideEngine',
  service: 'library',
  method: 'GET',
  path: '/study-materials/unified/engine',
  summary: 'The engine that makes guides now: which styles it follows depends on it',
  access: 'learner',
  status: 200,
  answer: Engine,
  errors: [],
});

export const getGuideProgress = defineCall({
  id: 'getGuideProgress',
  service: 'library',
  method: 'GET',
  path: '/study-materials/progress/:key',
  summary: 'How far the making of a guide has come, by the Idempotency-Key of the call that makes it; 404 where this process makes none',
  access: 'learner',
  status: 200,
  answer: GenerationProgress,
  errors: [],
});

export const listStudyMaterials = defineCall({
  id: 'listStudyMaterials',
  service: 'library',
  method: 'GET',
  path: '/study-materials',
  summary: 'Study guides, newest first; q searches title, overview and markdown',
  access: 'learner',
  pages: true,
  query: PageQuery,
  status: 200,
  answer: z.array(StudyMaterialListItem),
  errors: [],
});

export const getStudyMaterial = defineCall({
  id: 'getStudyMaterial',
  service: 'library',
  method: 'GET',
  path: '/study-materials/:id',
  summary: 'One study guide',
  access: 'learner',
  status: 200,
  answer: StudyMaterial,
  errors: [],
});

export const restoreLines = defineCall({
  id: 'restoreLines',
  service: 'library',
  method: 'POST',
  path: '/study-materials/:id/restore',
  summary: 'Put lines that a guide leaves out into their places; each by its number in `omitted`, counted from 0',
  access: 'learner',
  body: RestoreRequest,
  status: 200,
  answer: StudyMaterial,
  errors: [409],
});

export const rewriteStudyMaterial = defineCall({
  id: 'rewriteStudyMaterial',
  service: 'library',
  method: 'POST',
  path: '/study-materials/:id/rewrite',
  summary: 'Write a guide anew with the language model; the former text is kept as a version',
  access: 'learner',
  creates: true,
  status: 200,
  answer: StudyMaterial,
  errors: [409],
});

export const stopGuideGeneration = defineCall({
  id: 'stopGuideGeneration',
  service: 'library',
  method: 'DELETE',
  path: '/study-materials/:id/generation',
  summary: 'End the making of a guide that still runs; what is there stays',
  access: 'learner',
  status: 200,
  answer: StudyMaterial,
  errors: [],
});

export const listPassages = defineCall({
  id: 'listPassages',
  service: 'library',
  method: 'GET',
  path: '/study-materials/:id/passages',
  summary: 'What the source of a guide says on a slide, around a paragraph of pasted text, or from its start; at most 100 passages',
  access: 'learner',
  query: z.object({ slide: z.optional(Counted), paragraph: z.optional(Counted) }),
  status: 200,
  answer: z.array(ShownPassage),
  errors: [],
});

export const listPictures = defineCall({
  id: 'listPictures',
  service: 'library',
  method: 'GET',
  path: '/study-materials/:id/pictures',
  summary:
    'The pictures of a guide, in the order of its slides and passages; at most 200. In a document `slide` is the page, or the paragraph where there are no pages, and `pointer` tells the place. Each address is signed and ends after an hour at the earliest',
  access: 'learner',
  status: 200,
  answer: z.array(Picture),
  errors: [],
});

export const showPicture = defineCall({
  id: 'showPicture',
  service: 'library',
  method: 'GET',
  path: '/study-materials/:id/pictures/:pictureId',
  summary: 'A picture, by the address that listPictures answers; 404 for every other address and after its end',
  access: 'public',
  networkLimit: 'pictures',
  ownerLimit: 'pictures',
  query: PictureSignature,
  answerType: pictureType,
  status: 200,
  answer: z.unknown(),
  errors: [],
});

export const listPages = defineCall({
  id: 'listPages',
  service: 'library',
  method: 'GET',
  path: '/study-materials/:id/pages',
  summary:
    'The slides and pages of a guide’s files as pictures, with the places of their passages; at most 300 of a file. `slide` and `paragraph` select those that show it, as for the passages. Empty until they are made, for a text, and where there is no LibreOffice for decks and Word files. Each address is signed and ends after an hour at the earliest',
  access: 'learner',
  query: z.object({ slide: z.optional(Counted), paragraph: z.optional(Counted) }),
  status: 200,
  answer: z.array(SourcePage),
  errors: [],
});

export const showPage = defineCall({
  id: 'showPage',
  service: 'library',
  method: 'GET',
  path: '/study-materials/:id/pages/:pageId',
  summary: 'A slide or page as a picture, by the address that listPages answers; 404 for every other address and after its end',
  access: 'public',
  networkLimit: 'pictures',
  ownerLimit: 'pictures',
  query: PictureSignature,
  answerType: pictureType,
  status: 200,
  answer: z.unknown(),
  errors: [],
});

export const exportStudyMaterial = defineCall({
  id: 'exportStudyMaterial',
  service: 'library',
  method: 'GET',
  path: '/study-materials/:id/export',
  summary: 'A study guide with its highlights as a file: Markdown, or one HTML page with its pictures inside',
  access: 'learner',
  query: z.object({ format: z.enum(['md', 'html']) }),
  answersFile: ['text/markdown', 'text/html'],
  status: 200,
  answer: z.unknown(),
  errors: [],
});

export const updateStudyMaterial = defineCall({
  id: 'updateStudyMaterial',
  service: 'library',
  method: 'PUT',
  path: '/study-materials/:id',
  summary: 'Change the title, replace the guide’s markdown by the learner’s own version, or go back to an earlier version',
  access: 'learner',
  body: z
    .object({
      title: z.optional(Name),
      content: z.optional(longText(sizes.markdown)),
      /** A version from `listVersions`. Excludes `content`. */
      version: z.optional(z.int().check(z.minimum(0))),
    })
    .check(z.refine(({ content, version }) => content === undefined || version === undefined, 'Either content or version')),
  status: 200,
  answer: StudyMaterial,
  errors: [409],
});

export const listVersions = defineCall({
  id: 'listVersions',
  service: 'library',
  method: 'GET',
  path: '/study-materials/:id/versions',
  summary: 'The last ten of the learner’s own versions of a guide, newest first, and the one that the engine made',
  access: 'learner',
  status: 200,
  answer: z.array(StudyMaterialVersion),
  errors: [],
});

export const listMarks = defineCall({
  id: 'listMarks',
  service: 'library',
  method: 'GET',
  path: '/study-materials/:id/marks',
  summary: 'The learner’s highlights and notes on a guide',
  access: 'learner',
  status: 200,
  answer: z.array(Mark),
  errors: [],
});

export const updateMarks = defineCall({
  id: 'updateMarks',
  service: 'library',
  method: 'PUT',
  path: '/study-materials/:id/marks',
  summary: 'Replace the highlights and notes on a guide by these, at most 500',
  access: 'learner',
  body: MarkEdits,
  status: 200,
  answer: z.array(Mark),
  errors: [409],
});

export const updateMark = defineCall({
  id: 'updateMark',
  service: 'library',
  method: 'PUT',
  path: '/study-materials/:id/marks/:markId',
  summary: 'Add a highlight or note under an id of the page’s own, or change the one with this id; the others stay as they are',
  access: 'learner',
  body: MarkWords,
  status: 200,
  answer: Mark,
  errors: [409],
});

export const deleteMark = defineCall({
  id: 'deleteMark',
  service: 'library',
  method: 'DELETE',
  path: '/study-materials/:id/marks/:markId',
  summary: 'Remove a highlight or note',
  access: 'learner',
  status: 200,
  answer: Deleted,
  errors: [409],
});

/** `null` until the learner has read the guide. */
const keptPlace = z.object({ place: z.nullable(ReadingPlace) });

export const getReadingPlace = defineCall({
  id: 'getReadingPlace',
  service: 'library',
  method: 'GET',
  path: '/study-materials/:id/place',
  summary: 'Where the learner stopped reading a guide, on any device',
  access: 'learner',
  status: 200,
  answer: keptPlace,
  errors: [],
});

export const updateReadingPlace = defineCall({
  id: 'updateReadingPlace',
  service: 'library',
  method: 'PUT',
  path: '/study-materials/:id/place',
  summary: 'Keep where the learner is in a guide, unless another device was in it later; answers the place that is kept',
  access: 'learner',
  body: ReadingPlaceEdit,
  status: 200,
  answer: keptPlace,
  errors: [409],
});

export const listSuggestions = defineCall({
  id: 'listSuggestions',
  service: 'library',
  method: 'GET',
  path: '/study-materials/:id/suggestions',
  summary: 'The terms and key statements of a guide that cards and questions can be made from, in the order of the guide',
  access: 'learner',
  pages: true,
  query: PageQuery,
  status: 200,
  answer: z.array(Suggestion),
  errors: [422],
});

export const updateSuggestions = defineCall({
  id: 'updateSuggestions',
  service: 'library',
  method: 'PUT',
  path: '/study-materials/:id/suggestions',
  summary: 'Skip suggestions, so that they come no more, or take that back; answers all that are skipped',
  access: 'learner',
  body: SuggestionEdit,
  status: 200,
  answer: SkippedSuggestions,
  errors: [409],
});

export const askGuide = defineCall({
  id: 'askGuide',
  service: 'library',
  method: 'POST',
  path: '/study-materials/:id/ask',
  summary: 'Ask a question about a guide: the answer rests on passages of its material; the latest 20 are kept',
  access: 'learner',
  creates: true,
  body: AskRequest,
  status: 200,
  answer: AskedQuestion,
  errors: [],
});

export const listAskedQuestions = defineCall({
  id: 'listAskedQuestions',
  service: 'library',
  method: 'GET',
  path: '/study-materials/:id/ask',
  summary: 'The latest 20 questions that were asked about a guide, with their answers, newest first',
  access: 'learner',
  status: 200,
  answer: z.array(AskedQuestion),
  errors: [],
});

export const deleteAskedQuestion = defineCall({
  id: 'deleteAskedQuestion',
  service: 'library',
  method: 'DELETE',
  path: '/study-materials/:id/ask/:askId',
  summary: 'Delete an asked question and its answer',
  access: 'learner',
  status: 200,
  answer: Deleted,
  errors: [],
});

export const deleteStudyMaterials = defineCall({
  id: 'deleteStudyMaterials',
  service: 'library',
  method: 'POST',
  path: '/study-materials/delete',
  summary: 'Delete up to 100 study guides at once, each on its own; their quizzes and decks stay',
  access: 'learner',
  body: BulkRequest,
  status: 200,
  answer: BulkResult,
  errors: [],
});

export const deleteStudyMaterial = defineCall({
  id: 'deleteStudyMaterial',
  service: 'library',
  method: 'DELETE',
  path: '/study-materials/:id',
  summary: 'Delete a study guide; its quizzes and decks stay',
  access: 'learner',
  status: 200,
  answer: Deleted,
  errors: [],
});

export const listFolders = defineCall({
  id: 'listFolders',
  service: 'library',
  method: 'GET',
  path: '/folders',
  summary: 'Folders, newest first; q searches the name',
  access: 'learner',
  pages: true,
  query: PageQuery,
  status: 200,
  answer: z.array(Folder),
  errors: [],
});

export const createFolder = defineCall({
  id: 'createFolder',
  service: 'library',
  method: 'POST',
  path: '/folders',
  summary: 'Make a folder',
  access: 'learner',
  creates: true,
  body: z.object({ name: Name }),
  status: 201,
  answer: Folder,
  errors: [403],
});

export const getFolder = defineCall({
  id: 'getFolder',
  service: 'library',
  method: 'GET',
  path: '/folders/:id',
  summary: 'One folder with its guides',
  access: 'learner',
  status: 200,
  answer: FolderDetail,
  errors: [],
});

export const renameFolder = defineCall({
  id: 'renameFolder',
  service: 'library',
  method: 'PUT',
  path: '/folders/:id',
  summary: 'Rename a folder',
  access: 'learner',
  body: z.object({ name: Name }),
  status: 200,
  answer: Folder,
  errors: [],
});

export const deleteFolder = defineCall({
  id: 'deleteFolder',
  service: 'library',
  method: 'DELETE',
  path: '/folders/:id',
  summary: 'Delete a folder; its guides stay',
  access: 'learner',
  status: 200,
  answer: Deleted,
  errors: [],
});

export const addToFolder = defineCall({
  id: 'addToFolder',
  service: 'library',
  method: 'POST',
  path: '/folders/:id/materials',
  summary: 'Move a study guide, or up to 100, into this folder',
  access: 'learner',
  body: z
    .object({ materialId: z.optional(Id), studyMaterialIds: z.optional(uniqueIds(mostAtOnce)) })
    .check(...exactlyOneOf('materialId', 'studyMaterialIds')),
  status: 200,
  answer: FolderMoves,
  errors: [],
});

export const removeFromFolder = defineCall({
  id: 'removeFromFolder',
  service: 'library',
  method: 'DELETE',
  path: '/folders/:id/materials/:materialId',
  summary: 'Take a study guide out of this folder',
  access: 'learner',
  status: 200,
  answer: Folder,
  errors: [],
});
