import { counted, calls, reviewBounds, type ListedReviewItem } from '@lectern/contracts';
import { call, isAbsent, reportError, toast, useIdempotencyKey } from '@lectern/platform';
import { Badge, Menu, Pause, Pencil, SkeletonBlock, Sparkles, type MenuEntry } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { EditCardDialog } from '../flashcards/EditCardDialog';
import { EditQuestionDialog } from '../quiz/EditQuestionDialog';
import { studyChanges } from '../shared/studyChanges';
import { ItemRows } from './ItemRows';
import { ListProblem } from './ListProblem';
import { cardOf, questionOf } from './reviewItems';
import { reviewChanges, useReviewItems } from './reviewQueries';

const EditDialog = ({ item, onClose }: { item: ListedReviewItem; onClose: () => void }): ReactNode =>
  item.kind === 'card' ? (
    <EditCardDialog deckId={item.parentId} card={cardOf(item)} onClose={onClose} onSaved={reviewChanges.reloadItems} />
  ) : (
    <EditQuestionDialog quizId={item.parentId} question={questionOf(item)} onClose={onClose} onSaved={reviewChanges.reloadItems} />
  );

/** The actions for an item that the learner keeps forgetting. */
const useHardItem = (item: ListedReviewItem) => {
  const [isAsking, setIsAsking] = useState(false);
  const idempotency = useIdempotencyKey();
  const { kind, itemId, parentId } = item;
  const tell = (error: unknown, words: string): void => {
    if (isAbsent(error)) reviewChanges.reloadItems();
    reportError(error, words);
  };
  return {
    isAsking,
    suspend: async (): Promise<void> => {
      try {
        await call(calls.updateReviewItem, { path: { kind, itemId }, body: { suspended: true } });
        toast.success('Suspended');
        reviewChanges.reloadItems();
      } catch (error) {
        tell(error, 'The change was not saved');
      }
    },
    askDifferently: async (): Promise<void> => {
      setIsAsking(true);
      try {
        const path = { id: parentId, cardId: itemId };
        await call(calls.askDifferently, { path, idempotencyKey: idempotency.keyFor(path), hasOwnProgress: true });
        idempotency.done();
        toast.success('A new card asks this differently. The old one is suspended.');
        studyChanges.reloadDeck(parentId);
        reviewChanges.reloadItems();
      } catch (error) {
        tell(error, 'No new card could be made');
      } finally {
        setIsAsking(false);
      }
    },
  };
};

const HardItemOptions = ({ item, number }: { item: ListedReviewItem; number: number }): ReactNode => {
  const [isEdited, setIsEdited] = useState(false);
  const { isAsking, suspend, askDifferently } = useHardItem(item);
  const another: MenuEntry[] =
    item.kind === 'card' && item.source
      ? [{ label: 'Ask Differently', icon: <Sparkles aria-hidden />, isDisabled: isAsking, onSelect: () => void askDifferently() }]
      : [];
  const entries: MenuEntry[] = [
    {
      label: item.kind === 'card' ? 'Edit Card' : 'Edit Question',
      icon: <Pencil aria-hidden />,
      onSelect: () => {
        setIsEdited(true);
      },
    },
    ...another,
    { label: 'Suspend', icon: <Pause aria-hidden />, onSelect: () => void suspend() },
  ];
  return (
    <>
      <span role="status">{isAsking && 'Making a new card…'}</span>
      <Menu title={`hard ${item.kind} ${String(number)}`} entries={entries} />
      {isEdited && (
        <EditDialog
          item={item}
          onClose={() => {
            setIsEdited(false);
          }}
        />
      )}
    </>
  );
};

/** The items forgotten most often. The menu of each edits it, generates another card, or suspends it. */
export const HardestItems = (): ReactNode => {
  const { query, items } = useReviewItems('hardest');
  if (query.isPending) return <SkeletonBlock $height="140px" />;
  if (!query.data) return <ListProblem query={query} />;
  if (items.length === 0) return <p>You have not forgotten anything that you had learned.</p>;
  return (
    <ItemRows
      items={items}
      facts={({ lapses }) => (
        <>
          · forgotten {counted(lapses, 'time')}
          {lapses >= reviewBounds.leechLapses && <Badge tone="warning">Leech</Badge>}
        </>
      )}
      actions={(item, number) => <HardItemOptions item={item} number={number} />}
    />
  );
};
