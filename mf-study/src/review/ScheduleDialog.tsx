import { counted, calls, type ReviewItem, type ReviewItemKind } from '@lectern/contracts';
import { call, formatDate, reportError, toast } from '@lectern/platform';
import { useQuery } from '@lectern/platform/query';
import { Button, color, Dialog, DialogActions, size, space, TextSkeleton } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { ratings } from './RatingButtons';
import { reviewChanges } from './reviewQueries';

const Body = styled.div`
  display: grid;
  gap: ${space[16]};
`;

const History = styled.div`
  max-height: 240px;
  overflow-y: auto;
  table {
    width: 100%;
    border-collapse: collapse;
    font-size: ${size[14]};
    font-variant-numeric: tabular-nums;
  }
  th,
  td {
    padding: ${space[8]} 0;
    border-bottom: 1px solid ${color.line};
    text-align: left;
    font-weight: 400;
  }
  thead th {
    font-weight: 600;
    color: ${color['ink-faint']};
  }
`;

const stateWords = { new: 'New', learning: 'Learning', review: 'Learned', relearning: 'Learning again' } as const;

/** The item's status, in one or two sentences. */
const summaryOf = ({ state, due, suspended, lapses, reviews }: ReviewItem): string => {
  const when = suspended ? 'suspended, so it will not come back' : state === 'new' ? 'not reviewed yet' : `due ${formatDate(due)}`;
  const past =
    reviews.length === 0 ? '' : ` Reviewed ${counted(reviews.length, 'time')}, forgotten ${counted(lapses, 'time')} after being learned.`;
  return `${stateWords[state]}, ${when}.${past}`;
};

const labelOf = Object.fromEntries(ratings.map(({ rating, label }) => [rating, label]));

const ReviewTable = ({ reviews }: Pick<ReviewItem, 'reviews'>): ReactNode =>
  reviews.length > 0 && (
    <History tabIndex={0} role="region" aria-label="Reviews">
      <table>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Answer</th>
          </tr>
        </thead>
        <tbody>
          {reviews.toReversed().map(({ _id, rating, answeredAt }) => (
            <tr key={_id}>
              <td>{formatDate(answeredAt)}</td>
              <td>{labelOf[rating]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </History>
  );

export interface ScheduleDialogProps {
  kind: ReviewItemKind;
  itemId: string;
  onClose: () => void;
}

/** The schedule and history of an item. A suspended item can be resumed here. */
export const ScheduleDialog = ({ kind, itemId, onClose }: ScheduleDialogProps): ReactNode => {
  const path = { kind, itemId };
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['reviews', 'item', kind, itemId],
    queryFn: ({ signal }) => call(calls.getReviewItem, { path, signal }),
    staleTime: 0,
  });
  const [isBusy, setIsBusy] = useState(false);
  const suspend = async (suspended: boolean): Promise<void> => {
    setIsBusy(true);
    try {
      await call(calls.updateReviewItem, { path, body: { suspended } });
      toast.success(suspended ? 'Suspended' : 'Resumed');
      reviewChanges.reloadItems();
      await refetch();
    } catch (error) {
      reportError(error, 'The change was not saved');
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Dialog isOpen onClose={onClose} title="Review Schedule">
      <Body>
        {data && (
          <>
            <p>{summaryOf(data)}</p>
            <ReviewTable reviews={data.reviews} />
          </>
        )}
        {!data && isFetching && <TextSkeleton label="Loading the schedule" lines={3} />}
        {!data && !isFetching && (
          <>
            <p role="alert">The schedule could not be loaded.</p>
            <Button variant="secondary" onClick={() => void refetch()}>
              Try again
            </Button>
          </>
        )}
        <DialogActions>
          {data && (
            <Button variant="secondary" isBusy={isBusy} onClick={() => void suspend(!data.suspended)}>
              {data.suspended ? 'Resume' : 'Suspend'}
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </DialogActions>
      </Body>
    </Dialog>
  );
};
