import { calls, defaultReviewSettings } from '@lectern/contracts';
import { call } from '@lectern/platform';
import { useEffect } from 'react';
import { reviewChanges, useReviewSettings } from './reviewQueries';

export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Stored if the learner chooses UTC. The name `UTC` itself marks a learner who has not chosen a zone, and is replaced with the browser's zone. */
export const chosenUtc = 'Etc/UTC';

/** Saves the browser's time zone for a learner who has not chosen one. If saving fails, the next visit retries. */
export const useOwnTimeZone = (): void => {
  const { data } = useReviewSettings();
  const isUnchosen = data?.timeZone === defaultReviewSettings.timeZone;
  useEffect(() => {
    const timeZone = browserZone();
    if (!isUnchosen || timeZone === defaultReviewSettings.timeZone) return;
    call(calls.updateReviewSettings, { body: { timeZone } }).then(reviewChanges.settingsSaved, () => undefined);
  }, [isUnchosen]);
};
