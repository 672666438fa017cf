import { isSessionOver, usePageTitle } from '@lectern/platform';
import { useLocation, useSearchParams } from '@lectern/platform/router';
import { ErrorState } from '@lectern/ui';
import { useEffect, useMemo, type ReactNode } from 'react';
import { DeckSkeleton } from '../flashcards/DeckSkeleton';
import { FocusPage } from '../shared/FocusPage';
import { NothingToReview } from './NothingToReview';
import { ReviewEnd } from './ReviewEnd';
import { ReviewPage } from './ReviewPage';
import { leftToday, reviewChanges, useFirstQueue, useReviewSummary, type QueueFilter, type QueueRead } from './reviewQueries';
import { ReviewRun } from './ReviewRun';
import { reviewOutbox } from './reviewOutbox';
import { useOwnTimeZone } from './useOwnTimeZone';
import { useReviewSession } from './useReviewSession';

/** The path that closing a session leads to: the page where it started. */
const closeTo = ({ deckId, studyMaterialId, examId }: QueueFilter): string => {
  if (examId !== undefined) return '/review/exams';
  if (deckId !== undefined) return `/flashcards/${deckId}`;
  return studyMaterialId === undefined ? '/dashboard' : `/study-materials/${studyMaterialId}`;
};

const Skeleton = ({ filter }: { filter: QueueFilter }): ReactNode => (
  <FocusPage closeTo={closeTo(filter)} title="Review">
    <DeckSkeleton label="Loading reviews" />
  </FocusPage>
);

/** A session from its first queue read to its end. */
const RunningSession = ({ filter, first }: { filter: QueueFilter; first: QueueRead }): ReactNode => {
  const own = useReviewSession(filter, first);
  const { data: summary } = useReviewSummary();
  const isPart = Object.keys(filter).length > 0;
  const view = isPart || !summary ? own : { ...own, left: leftToday(summary), isMore: false };
  const { current, session, isReadingOn } = view;
  const isOver = !current && !isReadingOn;
  // The end shows the forecast, which must include these reviews.
  useEffect(() => {
    if (isOver) reviewChanges.reloadSummary();
  }, [isOver]);
  if (current) return <ReviewRun view={view} current={current} closeTo={closeTo(filter)} tomorrow={summary?.dayEndsAt} />;
  if (isReadingOn) return <Skeleton filter={filter} />;
  return (
    <ReviewPage>
      {session.steps.length > 0 ? (
        <ReviewEnd view={view} summary={summary} isPart={isPart} />
      ) : (
        <NothingToReview summary={summary} isPart={isPart} />
      )}
    </ReviewPage>
  );
};

/** Reviews the due items of everything, or of one deck, guide or exam. */
export const ReviewScreen = (): ReactNode => {
  usePageTitle('Review');
  useOwnTimeZone();
  const { key: visit } = useLocation();
  const [search] = useSearchParams();
  const deckId = search.get('deckId');
  const studyMaterialId = search.get('studyMaterialId');
  const examId = search.get('examId');
  const filter = useMemo<QueueFilter>(
    () => ({
      ...(deckId !== null && { deckId }),
      ...(studyMaterialId !== null && { studyMaterialId }),
      ...(examId !== null && { examId }),
    }),
    [deckId, studyMaterialId, examId],
  );
  const queue = useFirstQueue(filter, visit);
  // Fetched together with the queue, so that the session starts with the same count as every other screen.
  const summary = useReviewSummary();
  useEffect(() => void reviewOutbox.flush(), []);
  if (queue.data && !summary.isPending) return <RunningSession key={visit} filter={filter} first={queue.data} />;
  if (queue.data || queue.isPending || isSessionOver(queue.error)) return <Skeleton filter={filter} />;
  return (
    <ReviewPage>
      <ErrorState onRetry={() => void queue.refetch()} isRetrying={queue.isFetching}>
        Your reviews could not be loaded.
      </ErrorState>
    </ReviewPage>
  );
};
