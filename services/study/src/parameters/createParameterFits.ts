import { toUpdate } from '@lectern/document-store';
import { insertOnce, type BackgroundQueue } from '@lectern/service-kit';
import { changeRules } from '../reviews/learnerRules.ts';
import { parametersCollection, type ParametersDocument, type ReviewItemDocument } from '../reviews/reviewCollections.ts';
import { refreshSchedule } from '../reviews/schedules.ts';
import type { StudyContext } from '../StudyContext.ts';
import type { Fit } from './fitParameters.ts';
import { eachScheduledItem, readHistories } from './histories.ts';
import type { History } from './predictionLoss.ts';

/** Fits in a separate process. @throws Error if the signal aborts, or the process exceeds a limit or fails */
export type FitHistories = (histories: readonly History[], signal: AbortSignal) => Promise<Fit | undefined>;

export interface ParameterFits extends Pick<BackgroundQueue, 'idle' | 'stop'> {
  /** Fits a learner's parameters in the background if it is time. */
  consider(userId: string): void;
}

/** Learners with fewer reviews use the default parameters. */
const fewestReviews = 400;
const leastPauseMs = 24 * 60 * 60 * 1000;
/** The maximum number of waiting learners. Others are considered again when their queue is next read. */
const mostWaiting = 100;

/**
 * Fits the parameters of learners in the background, one learner at a time, at most once a day. The result is used only if it predicts the newest
 * reviews better than the default parameters; then all items are rescheduled. Yields to other calls between items.
 */
export function createParameterFits(study: Pick<StudyContext, 'store' | 'write' | 'log' | 'clock'>, fit: FitHistories): ParameterFits {
  const { log, clock } = study;
  const { reviews, parameters } = study.store;
  const waiting = new Set<string>();
  const stopping = new AbortController();
  let last: Promise<void> = Promise.resolve();

  /** Computes all schedules with the stored parameters. */
  const apply = async (userId: string): Promise<void> => {
    const refresh = async ({ _id, lastDay }: ReviewItemDocument): Promise<boolean> => {
      if (lastDay !== undefined) await refreshSchedule(study, { userId, _id });
      return true;
    };
    await eachScheduledItem(study, userId, refresh, stopping.signal);
    await parameters.update({ userId, _id: userId }, { set: { isApplied: true } });
  };

  const fitAnew = async (userId: string): Promise<void> => {
    const { histories, count } = await readHistories(study, userId, stopping.signal);
    const made = await fit(histories, stopping.signal);
    if (!made) return;
    const { weights, lossOfDefault, lossOfOwn } = made;
    const before = await parameters.get({ userId, _id: userId });
    const isBetter = lossOfOwn < lossOfDefault;
    const isSame = !isBetter && before?.weights === undefined;
    const set = { fit: { at: clock().toISOString(), reviews: count, lossOfDefault, lossOfOwn }, isApplied: isSame };
    const change = isBetter ? { set: { ...set, weights } } : { set, unset: ['weights' as const] };
    await changeRules(study, userId, async () => toUpdate(parametersCollection, { userId, _id: userId }, change));
    if (!isSame) await apply(userId);
  };

  /** Returns whether this process may fit now. */
  const claim = async (userId: string, known: ParametersDocument | undefined): Promise<boolean> => {
    const checkedAt = clock().toISOString();
    if (known) return Boolean(await parameters.update(known, { set: { checkedAt } }, { equals: { checkedAt: known.checkedAt } }));
    const found = await reviews.findIds('byItem', { equals: { userId }, limit: fewestReviews });
    return found.length === fewestReviews && insertOnce(parameters, { _id: userId, userId, checkedAt, isApplied: true });
  };

  const run = async (userId: string): Promise<void> => {
    try {
      const known = await parameters.get({ userId, _id: userId });
      if (known?.isApplied === false) await apply(userId);
      const isDue = !known || Date.parse(known.checkedAt) <= clock().getTime() - leastPauseMs;
      if (isDue && (await claim(userId, known))) await fitAnew(userId);
    } catch (error) {
      // The rest is done when this learner's queue is next read.
      if (!stopping.signal.aborted) log('error', 'parameters.failed', { error });
    } finally {
      waiting.delete(userId);
    }
  };

  return {
    consider(userId) {
      if (stopping.signal.aborted || waiting.has(userId) || waiting.size >= mostWaiting) return;
      waiting.add(userId);
      last = last.then(() => run(userId));
    },
    idle: async () => last,
    async stop() {
      stopping.abort();
      await last;
    },
  };
}
