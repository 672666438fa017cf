import { calls, defaultReviewSettings } from '@lectern/contracts';
import { call } from '@lectern/platform';
import { useEffect } from 'react';
import { reviewChanges, useReviewSettings } from './reviewQueries';

/** The time zone of this browser. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * The zone that the settings store for "UTC". The name `UTC` itself is what a learner has who chose none, so that the browser's zone can take its
 * place.
 */
export const chosenUtc = 'Etc/UTC';

/** Days of a learner who has chosen no time zone follow the browser's clock. When saving fails, the next visit tries again. */
export const useOwnTimeZone = (): void => {
  const { data } = useReviewSettings();
  const isUnchosen = data?.timeZone === defaultReviewSettings.timeZone;
  useEffect(() => {
    const timeZone = browserZone();
    if (!isUnchosen || timeZone === defaultReviewSettings.timeZone) return;
    call(calls.updateReviewSettings, { body: { timeZone } }).then(reviewChanges.settingsSaved, () => undefined);
  }, [isUnchosen]);
};
