import { calls, type QueuedReview, type ReviewItemList, type ReviewSummary } from '@lectern/contracts';
import { call, callPage, getSession, queryClient, setNavigationCount, usePagedList } from '@lectern/platform';
import { useQuery } from '@lectern/platform/query';
import { useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { createSummaryChanges, type SummaryRead } from './createSummaryChanges';
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

const summaryChanges = createSummaryChanges(() => getSession().user?._id);

/** How often a summary is read again when an answer arrived at the server while it was being read. */
const summaryReads = 3;

/** Sends the waiting answers first, and reads again while it is unclear whether the summary has them. */
const readSummary = async (signal: AbortSignal): Promise<SummaryRead> => {
  for (let reads = 1; ; reads += 1) {
    await reviewOutbox.flush();
    const readAt = summaryChanges.begin();
    const summary = await call(calls.getReviewSummary, { signal });
    const isClear = reviewOutbox.state().waiting === 0 && !summaryChanges.wasStoredSince(readAt);
    if (isClear || reads === summaryReads) return { summary, readAt };
  }
};

/** How many items are left today. The one number of the dashboard, the session and the navigation. */
export const leftToday = ({ due, new: fresh }: Pick<ReviewSummary, 'due' | 'new'>): number => due + fresh;

/** How much is due, with the answers that are on their way. It also sets the number at "Review" in the navigation. */
export const useReviewSummary = () => {
  const { data: read, ...query } = useQuery({ queryKey: summaryKey, queryFn: ({ signal }) => readSummary(signal) });
  const version = useSyncExternalStore(summaryChanges.subscribe, summaryChanges.version);
  // `version` says when the changes are others.
  const data = useMemo(() => (version >= 0 && read ? summaryChanges.applyTo(read) : undefined), [read, version]);
  // Before the screen is drawn, so that it never shows two numbers.
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

export const reviewChanges = {
  /** An answer was given. @param change - what it changes of the number that is left: 0 for an item that comes back today */
  answered: (answerId: string, before: QueuedReview, change: number): void => {
    const isNew = before.kind === 'card' && before.state === 'new';
    summaryChanges.add(answerId, { due: change + (isNew ? 1 : 0), new: isNew ? -1 : 0, reviewedToday: 1 });
  },
  takenBack: summaryChanges.takeBack,
  /** An item left today's queue, by the learner's choice. */
  putOff: (itemId: string): void => {
    const id = `put off ${itemId} ${String(summaryChanges.version())}`;
    summaryChanges.add(id, { due: -1, new: 0, reviewedToday: 0 });
    summaryChanges.stored(id);
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

// For as long as the page lives: an answer may arrive at the server after its session has been left.
reviewOutbox.subscribe((event) => {
  if (!event) return;
  if (event.type === 'sent') summaryChanges.stored(event.answerId);
  else if (event.type === 'undone') summaryChanges.undone(event.answerId);
  else if (event.entry.type === 'answer') summaryChanges.refused(event.entry.id);
  if (event.type !== 'sent') reviewChanges.reloadSummary();
});
