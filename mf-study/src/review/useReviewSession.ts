import { calls, type GivenEvidence, type QueuedReview, type ReviewRating } from '@lectern/contracts';
import { call, isAbsent, reportError, toast } from '@lectern/platform';
import { useEffect, useEffectEvent, useReducer, useRef, useState, useSyncExternalStore } from 'react';
import { useShownTime } from '../shared/useShownTime';
import { reviewChanges, readQueue, type QueueFilter, type QueueRead } from './reviewQueries';
import type { OutboxState } from './createReviewOutbox';
import { reviewOutbox } from './reviewOutbox';
import { answersOf, emptySession, leftIn, reduceReview, type ReviewSession, type SessionItem, type Step } from './ReviewSession';

/** The default page size of the queue. A shorter page means that the queue is complete. */
const queuePage = 50;
/** Number of remaining items below which the next page is read. */
const fewAhead = 10;
const dayMs = 24 * 60 * 60 * 1000;

export interface ReviewSessionView {
  session: ReviewSession;
  current: SessionItem | undefined;
  /** Minimum number of remaining items. For an unfiltered session, the same count as every other screen. */
  left: number;
  /** Whether there are more than `left`. */
  isMore: boolean;
  /** Whether no item is left, and the queue is being read to check for more. */
  isReadingOn: boolean;
  outbox: OutboxState;
  /** Duration of each answer in the session, in milliseconds. */
  durationsMs: readonly number[];
  flip: () => void;
  choose: (option: number) => void;
  /** @param evidence - defaults to `review` */
  rate: (rating: ReviewRating, evidence?: GivenEvidence) => void;
  undo: () => void;
  suspend: () => Promise<void>;
  /** Postpones the item. @param until - ISO 8601; defaults to 24 hours from now */
  bury: (until: string | undefined) => Promise<void>;
  forget: () => Promise<void>;
  edited: (item: QueuedReview) => void;
}

const itemPath = ({ kind, itemId }: QueuedReview) => ({ kind, itemId });

/** Prefetches the queue: if few items are left and the queue has more, if the current item has no preview, and once at the end. */
const useReadAhead = (filter: QueueFilter, session: ReviewSession, first: QueueRead, onRead: (read: QueueRead) => void) => {
  const [isWhole, setIsWhole] = useState(first.items.length < queuePage);
  const [isReading, setIsReading] = useState(false);
  /** Items for which a new preview was requested. */
  const asked = useRef('');
  const [readAtEnd, setReadAtEnd] = useState(-1);
  /** The number of answers at the last read of a further page. Without a connection it brings nothing, so it is read once per answer. */
  const [pagedAt, setPagedAt] = useState(-1);
  const [current] = session.upcoming;
  const answered = session.steps.length;
  const read = useEffectEvent(async () => {
    setIsReading(true);
    try {
      const queue = await readQueue(filter);
      setIsWhole(queue.items.length < queuePage);
      onRead(queue);
    } catch {
      // The session continues with its current items.
    } finally {
      setIsReading(false);
    }
  });
  const staleId = current?.previewedAt === undefined && current ? `${current.item.itemId} ${String(answered)}` : '';
  const isPageNeeded = !isWhole && leftIn(session) < fewAhead && pagedAt !== answered;
  const isNeeded = isPageNeeded || (staleId !== '' && asked.current !== staleId);
  const isAtEnd = !current && answered > 0 && readAtEnd !== answered;
  useEffect(() => {
    if (isReading || !(isNeeded || isAtEnd)) return;
    asked.current = staleId;
    if (isPageNeeded) setPagedAt(answered);
    if (isAtEnd) setReadAtEnd(answered);
    void read();
  }, [isReading, isNeeded, isPageNeeded, isAtEnd, staleId, answered]);
  return { isWhole, isReadingOn: isAtEnd || (!current && isReading) };
};

/** The learner's actions on the item on screen, other than rating. */
const useItemChoices = (current: SessionItem | undefined, dispatch: (action: Parameters<typeof reduceReview>[1]) => void) => {
  const change = async (body: { suspended?: boolean; due?: string | null }, done: (item: QueuedReview) => void, words: string) => {
    if (!current) return;
    const { item } = current;
    try {
      await call(calls.updateReviewItem, { path: itemPath(item), body });
      done(item);
      reviewChanges.putOff(item.itemId);
      toast.success(words);
      reviewChanges.reloadItems();
    } catch (error) {
      if (isAbsent(error)) dispatch({ type: 'remove', itemId: item.itemId, at: Date.now() });
      reportError(error, 'The change was not saved');
    }
  };
  const putOff = (how: 'suspended' | 'buried') => (item: QueuedReview) => {
    dispatch({ type: 'putOff', how, itemId: item.itemId, at: Date.now() });
  };
  return {
    suspend: () => change({ suspended: true }, putOff('suspended'), 'Suspended. You can resume it under Statistics.'),
    bury: (until: string | undefined) =>
      change({ due: until ?? new Date(Date.now() + dayMs).toISOString() }, putOff('buried'), 'Buried until tomorrow'),
    forget: () =>
      change(
        { due: null },
        (item) => {
          dispatch({ type: 'remove', itemId: item.itemId, at: Date.now() });
        },
        'Schedule forgotten. It starts again as new.',
      ),
  };
};

/** Reverts a step on the server. */
const revert = async (step: Step): Promise<void> => {
  if (step.type === 'answered') {
    reviewChanges.takenBack(step.answerId);
    reviewOutbox.takeBack(step.answerId, step.item.item.itemId);
    return;
  }
  const { item } = step.item;
  const body = step.type === 'suspended' ? { suspended: false } : { due: item.due };
  await call(calls.updateReviewItem, { path: itemPath(item), body });
  reviewChanges.reloadSummary();
};

/** A review session: its items, the answers in flight, and items prefetched in the background. */
export const useReviewSession = (filter: QueueFilter, first: QueueRead): ReviewSessionView => {
  const [session, dispatch] = useReducer(reduceReview, first, (queue) => reduceReview(emptySession, { type: 'queueRead', ...queue }));
  const [durations, setDurations] = useState<Readonly<Record<string, number>>>({});
  const [current] = session.upcoming;
  const shownMs = useShownTime(current?.item.itemId);
  const answers = answersOf(session);
  const outbox = useSyncExternalStore(reviewOutbox.subscribe, reviewOutbox.state);
  const { isWhole, isReadingOn } = useReadAhead(filter, session, first, (queue) => {
    dispatch({ type: 'queueRead', ...queue });
  });
  const choices = useItemChoices(current, dispatch);

  const rate = (rating: ReviewRating, evidence: GivenEvidence = 'review'): void => {
    if (!current || !session.isShown) return;
    const { itemId, kind } = current.item;
    const durationMs = shownMs();
    const at = Date.now();
    const answer = { itemId, kind, rating, evidence, durationMs, answeredAt: new Date(at).toISOString() };
    const leftAfter = leftIn(reduceReview(session, { type: 'answer', rating, answerId: '', at }));
    const answerId = reviewChanges.answer(answer, current.item, leftAfter - leftIn(session));
    setDurations((all) => ({ ...all, [answerId]: durationMs }));
    dispatch({ type: 'answer', rating, answerId, at });
  };
  const undo = (): void => {
    const step = session.steps.at(-1);
    if (!step) return;
    dispatch({ type: 'undo' });
    revert(step).catch((error: unknown) => {
      reportError(error, 'The change was not saved');
    });
  };
  return {
    session,
    current,
    left: leftIn(session),
    isMore: !isWhole,
    isReadingOn,
    outbox,
    durationsMs: answers.flatMap(({ answerId }) => durations[answerId] ?? []),
    flip: () => {
      dispatch({ type: 'flip' });
    },
    choose: (option) => {
      dispatch({ type: 'choose', option });
    },
    rate,
    undo,
    ...choices,
    edited: (item) => {
      dispatch({ type: 'edited', item });
    },
  };
};
