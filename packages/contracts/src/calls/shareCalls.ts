import { defineCall } from '../call.ts';
import { FlashcardDeck } from '../flashcardDeck.ts';
import { Deleted, Message } from '../primitives.ts';
import { Quiz } from '../quiz.ts';
import {
  CopiedFolder,
  SharedDeck,
  SharedFolder,
  SharedGuide,
  SharedQuiz,
  SharedReport,
  ShareLink,
  ShareLinkRequest,
} from '../shareLink.ts';
import { StudyMaterial } from '../studyMaterial.ts';

// Guides and folders belong to library, quizzes and decks to study. The calls of all four are alike.

const create = {
  method: 'POST',
  access: 'learner',
  creates: true,
  body: ShareLinkRequest,
  status: 201,
  answer: ShareLink,
  errors: [],
} as const;
const get = { method: 'GET', access: 'learner', status: 200, answer: ShareLink, errors: [] } as const;
const end = { method: 'DELETE', access: 'learner', status: 200, answer: Deleted, errors: [] } as const;
const show = { method: 'GET', access: 'public', networkLimit: 'shared', ownerLimit: 'shared', status: 200, errors: [] } as const;
const copy = { method: 'POST', access: 'learner', creates: true, status: 201, errors: [403] } as const;

const created = 'in place of the one before, which ends';
const shown = 'by the secret of its link; 404 when it is unknown, ended or revoked';

export const createGuideShare = defineCall({
  ...create,
  id: 'createGuideShare',
  service: 'library',
  path: '/study-materials/:id/share',
  summary: `Make a link at which anyone can read a study guide, ${created}`,
});

export const getGuideShare = defineCall({
  ...get,
  id: 'getGuideShare',
  service: 'library',
  path: '/study-materials/:id/share',
  summary: 'The link of a study guide; 404 when it is not shared',
});

export const deleteGuideShare = defineCall({
  ...end,
  id: 'deleteGuideShare',
  service: 'library',
  path: '/study-materials/:id/share',
  summary: 'End the link of a study guide',
});

export const showSharedGuide = defineCall({
  ...show,
  id: 'showSharedGuide',
  service: 'library',
  path: '/study-materials/shared/:secret',
  summary: `A shared study guide, ${shown}`,
  answer: SharedGuide,
});

export const copySharedGuide = defineCall({
  ...copy,
  id: 'copySharedGuide',
  service: 'library',
  path: '/study-materials/shared/:secret/copy',
  summary: 'Copy a shared study guide into this account',
  answer: StudyMaterial,
});

export const createFolderShare = defineCall({
  ...create,
  id: 'createFolderShare',
  service: 'library',
  path: '/folders/:id/share',
  summary: `Make a link at which anyone can read the guides of a folder, later ones too, ${created}`,
});

export const getFolderShare = defineCall({
  ...get,
  id: 'getFolderShare',
  service: 'library',
  path: '/folders/:id/share',
  summary: 'The link of a folder; 404 when it is not shared',
});

export const deleteFolderShare = defineCall({
  ...end,
  id: 'deleteFolderShare',
  service: 'library',
  path: '/folders/:id/share',
  summary: 'End the link of a folder',
});

export const showSharedFolder = defineCall({
  ...show,
  id: 'showSharedFolder',
  service: 'library',
  path: '/folders/shared/:secret',
  summary: `A shared folder and its guides now, ${shown}`,
  answer: SharedFolder,
});

export const showSharedFolderGuide = defineCall({
  ...show,
  id: 'showSharedFolderGuide',
  service: 'library',
  path: '/folders/shared/:secret/materials/:materialId',
  summary: 'A study guide of a shared folder; 404 when it is not in the folder any more',
  answer: SharedGuide,
});

export const copySharedFolder = defineCall({
  ...copy,
  id: 'copySharedFolder',
  service: 'library',
  path: '/folders/shared/:secret/copy',
  summary: 'Copy a shared folder with its guides into this account, as far as the limits go; `skipped` says what was not copied',
  answer: CopiedFolder,
});

export const createQuizShare = defineCall({
  ...create,
  id: 'createQuizShare',
  service: 'study',
  path: '/quizzes/:id/share',
  summary: `Make a link at which anyone can try a quiz, ${created}`,
});

export const getQuizShare = defineCall({
  ...get,
  id: 'getQuizShare',
  service: 'study',
  path: '/quizzes/:id/share',
  summary: 'The link of a quiz; 404 when it is not shared',
});

export const deleteQuizShare = defineCall({
  ...end,
  id: 'deleteQuizShare',
  service: 'study',
  path: '/quizzes/:id/share',
  summary: 'End the link of a quiz',
});

export const showSharedQuiz = defineCall({
  ...show,
  id: 'showSharedQuiz',
  service: 'study',
  path: '/quizzes/shared/:secret',
  summary: `A shared quiz, ${shown}`,
  answer: SharedQuiz,
});

export const copySharedQuiz = defineCall({
  ...copy,
  id: 'copySharedQuiz',
  service: 'study',
  path: '/quizzes/shared/:secret/copy',
  summary: 'Copy a shared quiz into this account',
  answer: Quiz,
});

export const createDeckShare = defineCall({
  ...create,
  id: 'createDeckShare',
  service: 'study',
  path: '/flashcards/:id/share',
  summary: `Make a link at which anyone can flip the cards of a deck, ${created}`,
});

export const getDeckShare = defineCall({
  ...get,
  id: 'getDeckShare',
  service: 'study',
  path: '/flashcards/:id/share',
  summary: 'The link of a deck; 404 when it is not shared',
});

export const deleteDeckShare = defineCall({
  ...end,
  id: 'deleteDeckShare',
  service: 'study',
  path: '/flashcards/:id/share',
  summary: 'End the link of a deck',
});

export const showSharedDeck = defineCall({
  ...show,
  id: 'showSharedDeck',
  service: 'study',
  path: '/flashcards/shared/:secret',
  summary: `A shared deck, ${shown}`,
  answer: SharedDeck,
});

export const copySharedDeck = defineCall({
  ...copy,
  id: 'copySharedDeck',
  service: 'study',
  path: '/flashcards/shared/:secret/copy',
  summary: 'Copy a shared deck into this account',
  answer: FlashcardDeck,
});

export const reportShared = defineCall({
  id: 'reportShared',
  service: 'auth',
  method: 'POST',
  path: '/auth/shared-reports',
  summary: 'Report a shared page; a mail to the operator follows',
  access: 'public',
  networkLimit: 'reports',
  ownerLimit: null,
  body: SharedReport,
  status: 200,
  answer: Message,
  errors: [],
});
