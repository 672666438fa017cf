import { isSessionOver, useMastery, usePageTitle } from '@lectern/platform';
import { useLocation, useSearchParams } from '@lectern/platform/router';
import { ErrorState } from '@lectern/ui';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
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
import { useTimeLimit } from './useTimeLimit';

/** The path that closing a session leads to: the page where it started. */
const closeTo = ({ deckId, studyMaterialId, examId }: QueueFilter): string => {
  if (examId !== undefined) return '/review/exams';
  if (deckId !== undefined) return `/flashcards/${deckId}`;
  return studyMaterialId === undefined ? '/dashboard' : `/study-materials/${studyMaterialId}`;
};

interface SessionProps {
  filter: QueueFilter;
  /** The length of a study session; undefined for a review without a limit. */
  minutes: number | undefined;
}

const titleOf = (minutes: number | undefined): 'Review' | 'Study' => (minutes === undefined ? 'Review' : 'Study');

const Skeleton = ({ filter, minutes }: SessionProps): ReactNode => (
  <FocusPage closeTo={closeTo(filter)} title={titleOf(minutes)}>
    <DeckSkeleton label="Loading reviews" />
  </FocusPage>
);

/** A session from its first queue read to its end. */
const RunningSession = ({ filter, minutes, first }: SessionProps & { first: QueueRead }): ReactNode => {
  const guides = useMemo(() => (filter.studyMaterialId === undefined ? [] : [filter.studyMaterialId]), [filter.studyMaterialId]);
  const mastery = useMastery(guides).data?.get(filter.studyMaterialId ?? '');
  const [masteryBefore, setMasteryBefore] = useState(mastery);
  if (mastery && !masteryBefore) setMasteryBefore(mastery);
  const own = useReviewSession(filter, first);
  const { data: summary } = useReviewSummary();
  const isPart = Object.keys(filter).length > 0;
  const view = isPart || !summary ? own : { ...own, left: leftToday(summary), isMore: false };
  const { current, session, isReadingOn } = view;
  const limit = useTimeLimit(minutes, session.steps.length);
  const isOver = limit.isUp || (!current && !isReadingOn);
  // The end shows the forecast, which must include these reviews.
  useEffect(() => {
    if (isOver) reviewChanges.reloadSummary();
  }, [isOver]);
  const isStudy = minutes !== undefined;
  if (current && !limit.isUp)
    return (
      <ReviewRun
        view={view}
        current={current}
        title={titleOf(minutes)}
        closeTo={closeTo(filter)}
        tomorrow={summary?.dayEndsAt}
        hasTypedAnswers={isStudy}
      />
    );
  if (isReadingOn && !limit.isUp) return <Skeleton filter={filter} minutes={minutes} />;
  return (
    <ReviewPage title={titleOf(minutes)}>
      {session.steps.length > 0 ? (
        <ReviewEnd
          view={view}
          summary={summary}
          isPart={isPart}
          guideId={filter.studyMaterialId}
          study={isStudy ? { before: masteryBefore, after: mastery, onGoOn: limit.isUp && current ? limit.lift : undefined } : undefined}
        />
      ) : (
        <NothingToReview summary={summary} isPart={isPart} studyMaterialId={filter.studyMaterialId} mastery={mastery} />
      )}
    </ReviewPage>
  );
};

/** The maximum length of a study session. */
const longestMinutes = 120;

const minutesIn = (search: URLSearchParams): number | undefined => {
  const minutes = Number(search.get('minutes'));
  return Number.isInteger(minutes) && minutes > 0 && minutes <= longestMinutes ? minutes : undefined;
};

/** Reviews the due items of everything, or of one deck, guide or exam. With `minutes` it is a study session of that length. */
export const ReviewScreen = (): ReactNode => {
  const { key: visit } = useLocation();
  const [search] = useSearchParams();
  const minutes = minutesIn(search);
  usePageTitle(titleOf(minutes));
  useOwnTimeZone();
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
  // A summary that failed is read again by the session, which must not end that.
  if (queue.data && summary.isFetched) return <RunningSession key={visit} filter={filter} minutes={minutes} first={queue.data} />;
  if (queue.data || queue.isPending || isSessionOver(queue.error)) return <Skeleton filter={filter} minutes={minutes} />;
  return (
    <ReviewPage title={titleOf(minutes)}>
      <ErrorState onRetry={() => void queue.refetch()} isRetrying={queue.isFetching}>
        Your reviews could not be loaded.
      </ErrorState>
    </ReviewPage>
  );
};
