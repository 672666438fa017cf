import { ErrorState, SkeletonBlock } from '@lectern/ui';
import type { ReactNode } from 'react';
import { useReviewYear } from './reviewQueries';
import { YearCalendar } from './YearCalendar';

export const LastYearSkeleton = (): ReactNode => <SkeletonBlock $height="140px" />;

export const LastYear = (): ReactNode => {
  const { data, isPending, isFetching, refetch } = useReviewYear();
  if (data) return <YearCalendar year={data} />;
  if (isPending) return <LastYearSkeleton />;
  return (
    <ErrorState onRetry={() => void refetch()} isRetrying={isFetching}>
      Your reviews of the last year could not be loaded.
    </ErrorState>
  );
};
