import * as z from '@lectern/contracts/schema';
import { defineCall } from '../call.ts';
import { Folder, FolderDetail } from '../folder.ts';
import { Picture, pictureType } from '../picture.ts';
import { Deleted, Id, Name, PageQuery, sizes, WholeNumber } from '../primitives.ts';
import { ShownPassage } from '../source.ts';
import { StudyMaterial, StudyMaterialListItem } from '../studyMaterial.ts';
import { longText, text } from '../texts.ts';

/** The number of a slide or paragraph in a query, counted from 1. */
const Counted = z.pipe(WholeNumber, z.int().check(z.minimum(1)));

export const createStudyMaterial = defineCall({
  id: 'createStudyMaterial',
  service: 'library',
  method: 'POST',
  path: '/study-materials/unified',
  summary: 'Make a study guide from a .pptx, pasted text, or both',
  access: 'learner',
  creates: true,
  encoding: 'multipart',
  body: z.object({
    file: z.optional(z.string()),
    textContent: z.optional(longText(sizes.pastedText)),
    stylePreference: z.optional(text(sizes.stylePreference)),
  }),
  status: 201,
  answer: StudyMaterial,
  errors: [403],
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
    'The pictures of a guide’s slides, in the order of the slides; at most 200. Each address is signed and ends after an hour at the earliest',
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
  query: z.object({ expires: Counted, signature: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'Not a signature')) }),
  answerType: pictureType,
  status: 200,
  answer: z.unknown(),
  errors: [],
});

export const updateStudyMaterial = defineCall({
  id: 'updateStudyMaterial',
  service: 'library',
  method: 'PUT',
  path: '/study-materials/:id',
  summary: 'Change the title, or replace the guide’s markdown by the learner’s own version',
  access: 'learner',
  body: z.object({ title: z.optional(Name), content: z.optional(longText(sizes.markdown)) }),
  status: 200,
  answer: StudyMaterial,
  errors: [409],
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
  summary: 'Move a study guide into this folder',
  access: 'learner',
  body: z.object({ materialId: Id }),
  status: 200,
  answer: Folder,
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
