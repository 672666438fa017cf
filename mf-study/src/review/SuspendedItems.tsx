import { calls, type ListedReviewItem } from '@lectern/contracts';
import { call, isAbsent, reportError, toast } from '@lectern/platform';
import { plainItemText } from '@lectern/contracts/item-text';
import { Button, LoadMore, SkeletonBlock, VisuallyHidden } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { askedBy, ItemRows } from './ItemRows';
import { ListProblem } from './ListProblem';
import { reviewChanges, useReviewItems } from './reviewQueries';

const ResumeButton = ({ item }: { item: ListedReviewItem }): ReactNode => {
  const [isBusy, setIsBusy] = useState(false);
  const { kind, itemId } = item;
  const resume = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await call(calls.updateReviewItem, { path: { kind, itemId }, body: { suspended: false } });
      toast.success('Resumed');
      reviewChanges.reloadItems();
    } catch (error) {
      if (isAbsent(error)) reviewChanges.reloadItems();
      reportError(error, 'The change was not saved');
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button variant="secondary" isBusy={isBusy} onClick={() => void resume()}>
      Resume<VisuallyHidden> {plainItemText(askedBy(item))}</VisuallyHidden>
    </Button>
  );
};

/** The cards and questions that are suspended until the learner resumes them. */
export const SuspendedItems = (): ReactNode => {
  const { query, items } = useReviewItems('suspended');
  if (query.isPending) return <SkeletonBlock $height="72px" />;
  if (!query.data) return <ListProblem query={query} />;
  if (items.length === 0) return <p>Nothing is suspended.</p>;
  return (
    <>
      <ItemRows items={items} facts={() => null} actions={(item) => <ResumeButton item={item} />} />
      <LoadMore query={query} />
    </>
  );
};
