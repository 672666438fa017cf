import { calls, counted } from '@lectern/contracts';
import { call } from '@lectern/platform';

/** A page that the jump dialog can open. */
export interface JumpTarget {
  path: string;
  title: string;
  /** Distinguishes it from other targets with the same title. */
  context?: string;
  icon: string;
}

export interface JumpSource {
  name: string;
  /** Searches the service for matching items. Resolves to at most `most`. */
  find: (q: string, signal: AbortSignal) => Promise<JumpTarget[]>;
}

/** Maximum number of results per kind. */
const most = 5;

/** The learner's own items by kind, in display order. */
export const jumpSources: readonly JumpSource[] = [
  {
    name: 'Guides',
    find: async (q, signal) =>
      (await call(calls.listStudyMaterials, { query: { q, limit: most }, signal })).map(({ _id, title }) => ({
        path: `/study-materials/${_id}`,
        title,
        icon: 'guides',
      })),
  },
  {
    name: 'Folders',
    find: async (q, signal) =>
      (await call(calls.listFolders, { query: { q, limit: most }, signal })).map(({ _id, name, studyMaterialCount: count }) => ({
        path: `/folders/${_id}`,
        title: name,
        context: counted(count, 'guide'),
        icon: 'folders',
      })),
  },
  {
    name: 'Quizzes',
    find: async (q, signal) =>
      (await call(calls.listQuizzes, { query: { q, limit: most }, signal })).map(({ _id, title, questionCount: count }) => ({
        path: `/quizzes/${_id}`,
        title,
        context: counted(count, 'question'),
        icon: 'quizzes',
      })),
  },
  {
    name: 'Decks',
    find: async (q, signal) =>
      (await call(calls.listDecks, { query: { q, limit: most }, signal })).map(({ _id, title, cardCount: count }) => ({
        path: `/flashcards/${_id}`,
        title,
        context: counted(count, 'card'),
        icon: 'decks',
      })),
  },
];
