import { learnerStorage } from '@lectern/platform';
import { useEffect } from 'react';
import { useNewestDecks, useNewestGuides, useNewestQuizzes } from './dashboardQueries';

/** The learner's progress so far. `unknown` while it loads. */
export type Experience = 'unknown' | 'new' | 'firstGuide' | 'learning';

const name = 'has-items';

/** Whether this browser has seen more than a first guide of the learner. Decides what the page shows while it loads. */
export const hasSeenItems = (): boolean => learnerStorage.readJson(name) === true;

/** Returns `new` without any items, and `firstGuide` with a guide but neither a quiz nor a deck. */
export const useExperience = (): Experience => {
  const guides = useNewestGuides();
  const quizzes = useNewestQuizzes();
  const decks = useNewestDecks();
  const lists = [guides, quizzes, decks];
  // A failed list is pending again during a retry but counts as known; otherwise each retry would redraw the whole page.
  const isUnknown = lists.some(({ isPending, errorUpdateCount }) => isPending && errorUpdateCount === 0);
  // A list that could not be read may have items.
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
