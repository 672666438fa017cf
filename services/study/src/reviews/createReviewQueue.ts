import { reviewBounds, type QueuedReview } from '@lectern/contracts';
import { notFound } from '@lectern/service-kit';
import type { ExamList } from '../exams/createExamList.ts';
import type { StoredExam } from '../exams/examsCollection.ts';
import type { Settle } from './createSettling.ts';
import type { ParameterFits } from '../parameters/createParameterFits.ts';
import { countInDeck, type QueueCounts } from './countInDeck.ts';
import type { DayCounts } from './DayCounts.ts';
import type { LoadSmoothing } from './createLoadSmoothing.ts';
import type { ItemViews } from './createItemViews.ts';
import { createQueueChoice, type QueueRequest } from './createQueueChoice.ts';
import type { QueuePart } from './createQueueReads.ts';
import { createQueueView } from './createQueueView.ts';
import type { OwnSettings, ReviewSettingsRules } from './createReviewSettings.ts';
import type { ReviewItemDocument, ReviewStore } from './reviewCollections.ts';

export interface ReviewQueueDependencies {
  reviewStore: ReviewStore;
  settle: Settle;
  settings: ReviewSettingsRules;
  smoothing: LoadSmoothing;
  views: ItemViews;
  examList: ExamList;
  fits: Pick<ParameterFits, 'consider'>;
  clock: () => Date;
}

/** Which part of the queue is asked for. */
export interface QueueQuery {
  limit?: number | undefined;
  deckId?: string | undefined;
  studyMaterialId?: string | undefined;
  examId?: string | undefined;
}

/** The guides that the asked part is limited to. @throws DomainError `not_found` for an exam that is not there */
const partOf = ({ deckId, studyMaterialId, examId }: QueueQuery, exams: readonly StoredExam[]): QueuePart => {
  const exam = exams.find(({ _id }) => _id === examId);
  if (examId !== undefined && !exam) throw notFound('Exam');
  const own = studyMaterialId === undefined ? undefined : [studyMaterialId];
  return { deckId, studyMaterialIds: exam ? exam.studyMaterialIds.filter((id) => own?.includes(id) ?? true) : own };
};

/** What a learner is to review today. */
export function createReviewQueue(dependencies: ReviewQueueDependencies) {
  const { reviewStore, settle, settings, smoothing, views, examList, fits, clock } = dependencies;
  const { dayOfQueue, choose } = createQueueChoice(reviewStore);
  const show = createQueueView({ views, smoothing });

  const countsOf = (chosen: readonly ReviewItemDocument[]): QueueCounts => {
    const fresh = chosen.filter(({ place }) => place === 'new').length;
    return { due: chosen.length - fresh, new: fresh };
  };

  /** Completes interrupted changes, and reads what the queue is computed from. */
  const current = async (userId: string): Promise<QueueRequest> => {
    await settle(userId);
    const exams = await examList.current(userId);
    return { userId, exams, own: await settings.get(userId), now: clock() };
  };

  return {
    async list(userId: string, query: QueueQuery): Promise<QueuedReview[]> {
      fits.consider(userId);
      const request = await current(userId);
      const chosen = await choose(await dayOfQueue(request), partOf(query, request.exams));
      return show(userId, chosen.slice(0, query.limit ?? reviewBounds.queueDefault), request);
    },

    /** How much is left today under the learner's limits: the one source of all numbers of due items. */
    async counts(userId: string): Promise<DayCounts> {
      const queueDay = await dayOfQueue(await current(userId));
      const { own, today, dayEnd } = queueDay;
      return {
        ...{ own, today, dayEnd },
        all: countsOf(await choose(queueDay, {})),
        inDeck: async (deckId, groups) => (groups ? countInDeck(groups, queueDay) : countsOf(await choose(queueDay, { deckId }))),
      };
    },

    /** All items of today. */
    today: async (userId: string, exams: readonly StoredExam[], own: OwnSettings, now: Date): Promise<ReviewItemDocument[]> =>
      choose(await dayOfQueue({ userId, exams, own, now }), {}),
  };
}
export type ReviewQueue = ReturnType<typeof createReviewQueue>;
