import { ApiError } from '@lectern/platform';
import { createEntrySender, isPassing, type EntrySenderDependencies, type OutboxEvent } from './createEntrySender';
import type { SummaryDelta } from './createSummaryChanges';
import { createOutboxEntries, type Answer, type AnswerEntry, type OutboxEntry } from './outboxEntries';

export interface OutboxState {
  /** Ids of items with an unsent answer or undo. */
  itemIds: readonly string[];
  waiting: number;
  /** Whether the last attempt failed and a retry is scheduled. */
  isInterrupted: boolean;
}

export interface OutboxDependencies extends EntrySenderDependencies {
  /** Schedules an action. @returns a function that cancels it */
  later: (action: () => void, ms: number) => () => void;
}

/** Delay after each consecutive failure, in milliseconds. The last value repeats. */
const pausesMs = [1_000, 3_000, 10_000, 30_000];
const longestPauseMs = 60_000;

const pauseAfter = (failures: number, error: unknown): number =>
  Math.max(pausesMs[failures] ?? longestPauseMs, error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0);

/** Runs one round of sending at a time. Schedules a retry if the connection fails. */
const createRounds = (
  { later }: Pick<OutboxDependencies, 'later'>,
  next: () => OutboxEntry | undefined,
  sender: Pick<ReturnType<typeof createEntrySender>, 'send' | 'refuse'>,
  onEnd: () => void,
) => {
  let failures = 0;
  let running: Promise<void> | undefined;
  let cancelRetry: (() => void) | undefined;

  const sendAll = async (): Promise<void> => {
    for (let entry = next(); entry; entry = next()) {
      try {
        await sender.send(entry);
        failures = 0;
      } catch (error) {
        if (isPassing(error)) {
          cancelRetry = later(() => void flush(), pauseAfter(failures, error));
          failures += 1;
          return;
        }
        sender.refuse(entry, error);
      }
    }
    failures = 0;
  };

  /** Sends the waiting entries. Resolves when none remains, or when the connection fails. */
  const flush = (): Promise<void> => {
    cancelRetry?.();
    cancelRetry = undefined;
    running ??= sendAll().finally(() => {
      running = undefined;
      onEnd();
      // An entry was added after the loop ended.
      if (failures === 0 && next()) void flush();
    });
    return running;
  };
  return { flush, hasFailed: () => failures > 0 };
};

/**
 * Sends review answers one by one in the background. Unsent answers stay in the learner's storage and are sent later, with the time at which they
 * were given. An `Idempotency-Key` ensures that each answer counts once.
 */
export const createReviewOutbox = (dependencies: OutboxDependencies) => {
  const { owner, newId } = dependencies;
  const entries = createOutboxEntries();
  const listeners = new Set<(event?: OutboxEvent) => void>();
  const own = (): OutboxEntry[] => entries.of(owner());
  let state: OutboxState = { itemIds: [], waiting: 0, isInterrupted: false };
  const tell = (event?: OutboxEvent): void => {
    const waiting = own();
    const itemIds = waiting.map((entry) => (entry.type === 'answer' ? entry.answer.itemId : entry.itemId));
    state = { itemIds, waiting: waiting.length, isInterrupted: rounds.hasFailed() && waiting.length > 0 };
    for (const listener of [...listeners]) listener(event);
  };
  const sender = createEntrySender(dependencies, entries, tell);
  const rounds = createRounds(dependencies, () => own()[0], sender, tell);
  const add = (entry: OutboxEntry): void => {
    entries.add(entry);
    void rounds.flush();
    tell();
  };
  return {
    flush: rounds.flush,
    state: (): OutboxState => state,
    waitingAnswers: (): AnswerEntry[] => own().filter((entry) => entry.type === 'answer'),
    subscribe: (listener: (event?: OutboxEvent) => void): (() => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    /** Stores an answer and sends it. @returns its id, for `takeBack` */
    answer: (answer: Answer, delta?: SummaryDelta): string => {
      const id = newId();
      add({ type: 'answer', id, owner: owner() ?? '', idempotencyKey: newId(), answer, ...(delta && { delta }) });
      return id;
    },
    /** Takes an answer back. An unsent answer is dropped; any other is undone on the server. */
    takeBack: (answerId: string, itemId: string): void => {
      const waiting = own().find(({ id }) => id === answerId);
      if (waiting?.type === 'answer' && waiting.firstSentAt === undefined) {
        entries.replace(waiting, undefined);
        tell({ type: 'undone', answerId });
        return;
      }
      const reviewId = sender.reviewIdOf(answerId);
      add({ type: 'undo', id: newId(), owner: owner() ?? '', answerId, itemId, ...(reviewId !== undefined && { reviewId }) });
    },
  };
};
