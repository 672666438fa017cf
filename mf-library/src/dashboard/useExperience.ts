import { learnerStorage } from '@lectern/platform';
import { useEffect } from 'react';
import { useNewestDecks, useNewestGuides, useNewestQuizzes } from './dashboardQueries';

/** How far a learner is. `unknown` while that loads. */
export type Experience = 'unknown' | 'new' | 'firstGuide' | 'learning';

const name = 'has-items';

/** Whether this browser has seen more of the learner's than a first guide, which decides what the page shows while it loads. */
export const hasSeenItems = (): boolean => learnerStorage.readJson(name) === true;

/** `new`: there is nothing yet. `firstGuide`: there is a guide, but neither a quiz nor a deck. */
export const useExperience = (): Experience => {
  const guides = useNewestGuides();
  const quizzes = useNewestQuizzes();
  const decks = useNewestDecks();
  const lists = [guides, quizzes, decks];
  // A list that failed is pending again while it is read again, and stays known: otherwise the page would be drawn anew with each try.
  const isUnknown = lists.some(({ isPending, errorUpdateCount }) => isPending && errorUpdateCount === 0);
  // A list that could not be read may hold something.
  const hasItems = lists.some(({ data }) => data === undefined || data.length > 0);
  const isRead = lists.every(({ data }) => data !== undefined);
  const hasOnlyGuides = [quizzes, decks].every(({ data }) => data?.length === 0);
  useEffect(() => {
    if (isRead) learnerStorage.writeJson(name, hasItems && !hasOnlyGuides);
  }, [isRead, hasItems, hasOnlyGuides]);
  if (isUnknown) return 'unknown';
  if (!hasItems) return 'new';
  return hasOnlyGuides ? 'firstGuide' : 'learning';
};
