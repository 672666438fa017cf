import { calls, defaultReviewSettings } from '@lectern/contracts';
import { call } from '@lectern/platform';
import { useEffect } from 'react';
import { reviewChanges, useReviewSettings } from './reviewQueries';

/** The time zone of this browser. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Stored when the learner chooses UTC. The name `UTC` itself is the default of a learner who has chosen no zone, and is replaced by the browser's
 * zone.
 */
export const chosenUtc = 'Etc/UTC';

/** Saves the browser's time zone for a learner who has chosen none. When saving fails, the next visit tries again. */
export const useOwnTimeZone = (): void => {
  const { data } = useReviewSettings();
  const isUnchosen = data?.timeZone === defaultReviewSettings.timeZone;
  useEffect(() => {
    const timeZone = browserZone();
    if (!isUnchosen || timeZone === defaultReviewSettings.timeZone) return;
    call(calls.updateReviewSettings, { body: { timeZone } }).then(reviewChanges.settingsSaved, () => undefined);
  }, [isUnchosen]);
};
