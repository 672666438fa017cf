import { useNewestDecks, useNewestGuides, useNewestQuizzes } from './dashboardQueries';

/** How far a learner is. `unknown` while that loads, and when it cannot be read. */
export type Experience = 'unknown' | 'new' | 'firstGuide' | 'learning';

/** `new`: there is nothing yet. `firstGuide`: there is a guide, but neither a quiz nor a deck. */
export const useExperience = (): Experience => {
  const guides = useNewestGuides();
  const quizzes = useNewestQuizzes();
  const decks = useNewestDecks();
  if (!guides.data || quizzes.isPending || decks.isPending) return 'unknown';
  // A list that could not be read may hold something.
  const hasItems = [quizzes, decks].some(({ data }) => data === undefined || data.length > 0);
  if (hasItems) return 'learning';
  return guides.data.length === 0 ? 'new' : 'firstGuide';
};
