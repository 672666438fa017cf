import { shownItems } from './dashboardQueries';

/** One line of the activity list. */
export interface Activity {
  _id: string;
  kind: 'study material' | 'quiz' | 'flashcard deck';
  title: string;
  to: string;
  createdAt: string;
}

interface Made {
  _id: string;
  title: string;
  createdAt: string;
}

/** Removes the kind from a title, because the line shows it anyway: 'Quiz: Heart' → 'Heart'. */
const withoutKind = (title: string): string => title.replace(/^(?:Quiz|Flashcards): (?=.)/, '');

/** The three newest items across materials, quizzes and decks. */
export const recentActivity = (made: { guides: readonly Made[]; quizzes: readonly Made[]; decks: readonly Made[] }): Activity[] => {
  const of = (items: readonly Made[], kind: Activity['kind'], path: string): Activity[] =>
    items.map(({ _id, title, createdAt }) => ({ _id, kind, title: withoutKind(title), createdAt, to: `${path}/${_id}` }));
  return [
    ...of(made.guides, 'study material', '/study-materials'),
    ...of(made.quizzes, 'quiz', '/quizzes'),
    ...of(made.decks, 'flashcard deck', '/flashcards'),
  ]
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
    .slice(0, shownItems);
};
