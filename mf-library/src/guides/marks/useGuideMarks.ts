import type { Mark } from '@lectern/contracts';
import { useFailure } from '@lectern/platform';
import { useState } from 'react';
import { useMarks } from '../../shared/libraryQueries';
import { changeMarks, type MarkChange } from './changeMarks';

export interface GuideMarks {
  /** Undefined while loading or after a failure. */
  marks: readonly Mark[] | undefined;
  isLoading: boolean;
  retry: () => void;
  /** Saves a change. Resolves to false after a failure; `failure` then has the reason. */
  change: (change: MarkChange) => Promise<boolean>;
  isBusy: boolean;
  failure: string | undefined;
  clearFailure: () => void;
}

/** The learner's highlights and notes on a guide. */
export const useGuideMarks = (guideId: string): GuideMarks => {
  const { data, isFetching, refetch } = useMarks(guideId);
  const [isBusy, setIsBusy] = useState(false);
  const { text: failure, report, clear } = useFailure();
  const change = async (next: MarkChange): Promise<boolean> => {
    setIsBusy(true);
    clear();
    try {
      await changeMarks(guideId, next);
      return true;
    } catch (error) {
      report(error, 'Your highlights could not be saved. Please try again.');
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return { marks: data, isLoading: isFetching, retry: () => void refetch(), change, isBusy, failure, clearFailure: clear };
};
