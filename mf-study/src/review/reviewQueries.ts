import { calls, type QueuedReview, type Review, type ReviewItemList, type ReviewState, type ReviewSummary } from '@lectern/contracts';
import { call, callPage, queryClient, setNavigationCount, usePagedList } from '@lectern/platform';
import { useQuery } from '@lectern/platform/query';
import { useEffect } from 'react';
import { reviewOutbox } from './reviewOutbox';

/** Which part of the queue is reviewed: of one deck, guide or exam, or all of it. */
export interface QueueFilter {
  deckId?: string;
  studyMaterialId?: string;
  examId?: string;
}

/** A part of the queue as it was read. */
export interface QueueRead {
  items: QueuedReview[];
  /** Ids of items whose answers were on their way while it was read. */
  excluded: ReadonlySet<string>;
  /** Milliseconds since 1970. */
  readAt: number;
}

const summaryKey = ['reviews', 'summary'];
const settingsKey = ['reviews', 'settings'];
const itemsKey = ['reviews', 'items'];

/** Sends the waiting answers first, and then reads the queue, so that it takes them into account. */
export const readQueue = async (filter: QueueFilter, signal?: AbortSignal): Promise<QueueRead> => {
  await reviewOutbox.flush();
  const before = reviewOutbox.state().itemIds;
  const items = await call(calls.listReviewQueue, { query: { ...filter }, signal });
  return { items, excluded: new Set([...before, ...reviewOutbox.state().itemIds]), readAt: Date.now() };
};

/** The queue at the start of a session. It is fetched once, because the session reads further items itself. */
export const useFirstQueue = (filter: QueueFilter, visit: string) =>
  useQuery({
    queryKey: ['reviews', 'queue', filter, visit],
    queryFn: ({ signal }) => readQueue(filter, signal),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  });

/** How much is due. It also sets the number at "Review" in the navigation. */
export const useReviewSummary = () => {
  const query = useQuery({
    queryKey: summaryKey,
    queryFn: ({ signal }) => call(calls.getReviewSummary, { signal }),
  });
  const { data } = query;
  useEffect(() => {
    if (data) setNavigationCount('/review', { count: data.due, word: 'due', until: data.dayEndsAt });
  }, [data]);
  return query;
};

export const useReviewSettings = () =>
  useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => call(calls.getReviewSettings, { signal }),
  });

/** How many reviews there were on each day of the last year. */
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

/** The summary after one review. @param before - the item's state before it */
export const summaryAfter = (summary: ReviewSummary, before: ReviewState, { due }: Pick<Review, 'due'>): ReviewSummary => {
  const isDueToday = due < summary.dayEndsAt;
  const wasNew = before === 'new';
  return {
    ...summary,
    due: Math.max(0, summary.due + (isDueToday ? 1 : 0) - (wasNew ? 0 : 1)),
    new: Math.max(0, summary.new - (wasNew ? 1 : 0)),
    reviewedToday: summary.reviewedToday + 1,
  };
};

export const reviewChanges = {
  /** A review was stored. */
  reviewed: (before: ReviewState, review: Review): void => {
    queryClient.setQueryData<ReviewSummary>(summaryKey, (summary) => summary && summaryAfter(summary, before, review));
  },
  /** Refetches the summary where it is on screen, otherwise when it is next shown. */
  reloadSummary: (): void => {
    void queryClient.invalidateQueries({ queryKey: summaryKey });
  },
  /** An item was suspended, resumed or edited. */
  reloadItems: (): void => {
    void queryClient.invalidateQueries({ queryKey: itemsKey });
    reviewChanges.reloadSummary();
  },
  settingsSaved: (settings: unknown): void => {
    queryClient.setQueryData(settingsKey, settings);
    reviewChanges.reloadSummary();
  },
};
