import { calls, type QueuedReview, type ReviewItemList, type ReviewSummary } from '@lectern/contracts';
import {
  call,
  callPage,
  getSession,
  isAbsent,
  queryClient,
  reloadMastery,
  reportError,
  setNavigationCount,
  toast,
  usePagedList,
} from '@lectern/platform';
import { useQuery } from '@lectern/platform/query';
import { useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { createSummaryChanges, type SummaryRead } from './createSummaryChanges';
import { summaryKey } from '../shared/studyKeys';
import type { Answer } from './outboxEntries';
import { reviewOutbox } from './reviewOutbox';

/** The part of the queue to review: one deck, guide or exam, or all of it. */
export interface QueueFilter {
  deckId?: string;
  studyMaterialId?: string;
  examId?: string;
}

/** One read of the queue. */
export interface QueueRead {
  items: QueuedReview[];
  /** Ids of items whose answers were in flight during the read. */
  excluded: ReadonlySet<string>;
  /** Milliseconds since 1970. */
  readAt: number;
}

const settingsKey = ['reviews', 'settings'];
const itemsKey = ['reviews', 'items'];

/** Sends the waiting answers, and then reads the queue, so that it takes them into account. */
export const readQueue = async (filter: QueueFilter, signal?: AbortSignal): Promise<QueueRead> => {
  await reviewOutbox.flush();
  const before = reviewOutbox.state().itemIds;
  const items = await call(calls.listReviewQueue, { query: { ...filter }, signal });
  return { items, excluded: new Set([...before, ...reviewOutbox.state().itemIds]), readAt: Date.now() };
};

/** The queue at the start of a session. Fetched once, because the session reads further items itself. */
export const useFirstQueue = (filter: QueueFilter, visit: string) =>
  useQuery({
    queryKey: ['reviews', 'queue', filter, visit],
    queryFn: ({ signal }) => readQueue(filter, signal),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });

const summaryChanges = createSummaryChanges(() => getSession().user?._id);

/** Maximum number of reads of a summary, if answers reach the server during a read. */
const summaryReads = 3;

/** Sends the waiting answers, then reads the summary until it is certain which answers it includes. */
const readSummary = async (signal: AbortSignal): Promise<SummaryRead> => {
  // Answers that an earlier page left.
  for (const { id, delta } of reviewOutbox.waitingAnswers()) if (delta) summaryChanges.add(id, delta);
  for (let reads = 1; ; reads += 1) {
    await reviewOutbox.flush();
    const readAt = summaryChanges.begin();
    const summary = await call(calls.getReviewSummary, { signal });
    const isClear = reviewOutbox.state().waiting === 0 && !summaryChanges.wasStoredSince(readAt);
    if (isClear || reads === summaryReads) return { summary, readAt };
  }
};

/** Number of items left today. The dashboard, the session and the navigation all show this number. */
export const leftToday = ({ due, new: fresh }: Pick<ReviewSummary, 'due' | 'new'>): number => due + fresh;

/** The review summary, including answers in flight. Also sets the count at "Review" in the navigation. */
export const useReviewSummary = () => {
  const { data: read, ...query } = useQuery({ queryKey: summaryKey, queryFn: ({ signal }) => readSummary(signal) });
  const version = useSyncExternalStore(summaryChanges.subscribe, summaryChanges.version);
  // `version` changes whenever the changes do.
  const data = useMemo(() => (version >= 0 && read ? summaryChanges.applyTo(read) : undefined), [read, version]);
  // Runs before paint, so that the screen never shows two different numbers.
  useLayoutEffect(() => {
    if (data) setNavigationCount('/review', { count: leftToday(data), word: 'due', until: data.dayEndsAt });
  }, [data]);
  return { ...query, data };
};

export const useReviewSettings = () =>
  useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => call(calls.getReviewSettings, { signal }),
  });

/** Reviews per day over the last year. */
export const useReviewYear = () =>
  useQuery({
    queryKey: ['reviews', 'year'],
    queryFn: ({ signal }) => call(calls.getReviewYear, { signal }),
  });

/** The hardest items, or the suspended ones. */
export const useReviewItems = (list: ReviewItemList) =>
  usePagedList({
    queryKey: [...itemsKey, list],
    read: ({ after }, signal) => callPage(calls.listReviewItems, { query: { list, ...(after !== undefined && { after }) }, signal }),
  });

export const reviewChanges = {
  /** Stores an answer and sends it. @param change - the change in the number of items left: 0 if the item returns today. @returns the answer's id */
  answer: (answer: Answer, before: QueuedReview, change: number): string => {
    const isNew = before.kind === 'card' && before.state === 'new';
    const delta = { due: change + (isNew ? 1 : 0), new: isNew ? -1 : 0, reviewedToday: 1 };
    const answerId = reviewOutbox.answer(answer, delta);
    summaryChanges.add(answerId, delta);
    return answerId;
  },
  takenBack: summaryChanges.takeBack,
  /** Records that the learner removed an item from today's queue. */
  putOff: (itemId: string): void => {
    const id = `put off ${itemId} ${String(summaryChanges.version())}`;
    summaryChanges.add(id, { due: -1, new: 0, reviewedToday: 0 });
    summaryChanges.stored(id);
  },
  /** Refetches the summary and the mastery immediately if they are on screen, otherwise when they are next shown. */
  reloadSummary: (): void => {
    void queryClient.invalidateQueries({ queryKey: summaryKey });
    void reviewOutbox.flush().then(reloadMastery);
  },
  /** Refetches the lists after an item was suspended, resumed or edited. */
  reloadItems: (): void => {
    void queryClient.invalidateQueries({ queryKey: itemsKey });
    reviewChanges.reloadSummary();
  },
  settingsSaved: (settings: unknown): void => {
    queryClient.setQueryData(settingsKey, settings);
    reviewChanges.reloadSummary();
  },
};

// Stays subscribed while the page is open, because an answer may reach the server after its session has ended.
reviewOutbox.subscribe((event) => {
  if (!event) return;
  if (event.type === 'sent') summaryChanges.stored(event.answerId);
  else if (event.type === 'undone') summaryChanges.undone(event.answerId);
  else if (event.entry.type === 'answer') summaryChanges.refused(event.entry.id);
  if (event.type !== 'sent') reviewChanges.reloadSummary();
  if (event.type !== 'refused') return;
  if (isAbsent(event.error)) toast.error('This item has been deleted, so your answer was not saved.');
  else reportError(event.error, 'An answer could not be saved');
});
