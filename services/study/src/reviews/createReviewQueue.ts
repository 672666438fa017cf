import { reviewBounds, type QueuedReview } from '@lectern/contracts';
import { notFound } from '@lectern/service-kit';
import { createExamIntroductions } from '../exams/createExamIntroductions.ts';
import type { ExamList } from '../exams/createExamList.ts';
import type { StoredExam } from '../exams/examsCollection.ts';
import type { Settle } from './createSettling.ts';
import type { ParameterFits } from '../parameters/createParameterFits.ts';
import { chooseReviews } from './chooseReviews.ts';
import type { LoadSmoothing } from './createLoadSmoothing.ts';
import type { ItemViews } from './createItemViews.ts';
import { createQueueReads, type QueuePart } from './createQueueReads.ts';
import { createQueueView } from './createQueueView.ts';
import { withoutSiblings } from './withoutSiblings.ts';
import type { OwnSettings, ReviewSettingsRules } from './createReviewSettings.ts';
import { dayOf, startOfDay } from './learnerDay.ts';
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

/** What a queue is computed from. */
interface QueueRequest {
  userId: string;
  part: QueuePart;
  exams: readonly StoredExam[];
  own: OwnSettings;
  now: Date;
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

const isIn = ({ deckId, studyMaterialIds }: QueuePart, item: ReviewItemDocument): boolean =>
  (deckId === undefined || item.parentId === deckId) && (studyMaterialIds?.includes(item.studyMaterialId) ?? true);

/** What a learner is to review today. */
export function createReviewQueue(dependencies: ReviewQueueDependencies) {
  const { reviewStore, settle, settings, smoothing, views, examList, fits, clock } = dependencies;
  const { find, findNew, doneToday } = createQueueReads(reviewStore);
  const show = createQueueView({ views, smoothing });
  const introduceForExams = createExamIntroductions(reviewStore);

  /** The items of today, in order. */
  const choose = async ({ userId, part, exams, own, now }: QueueRequest): Promise<ReviewItemDocument[]> => {
    const today = dayOf(now, own);
    const dayEnd = new Date(startOfDay(today + 1, own).getTime() - 1).toISOString();
    const { introduced, reviewed, newRoom, reviewRoom } = await doneToday(userId, today, own);
    const learning = await find(userId, 'learning', dayEnd, part);
    const due = await find(userId, 'review', dayEnd, part);
    const missed = await find(userId, 'missed', dayEnd, part);
    const seen = new Set([...reviewed, ...learning].map(({ passage }) => passage));

    const chosen = chooseReviews({ due, missed, seen, exams, today, own, room: reviewRoom });
    const isAskedFor = (item: ReviewItemDocument) => isIn(part, item);
    const forExams = await introduceForExams({
      ...{ userId, exams, today, introduced, dayEnd, isAskedFor },
      withoutSiblings: (candidates, most) => withoutSiblings(candidates, seen, most),
    });
    const others = Math.max(0, newRoom - forExams.length);
    const taken = new Set(forExams.map(({ _id }) => _id));
    const fresh = await findNew(userId, dayEnd, part, { seen, taken, room: others });
    const isNow = ({ due: time }: ReviewItemDocument): boolean => time <= now.toISOString();
    const relearningFirst = learning.filter(isNow).sort((a, b) => Number(b.state === 'relearning') - Number(a.state === 'relearning'));
    return [
      ...relearningFirst,
      ...chosen,
      ...forExams,
      ...fresh,
      // Learning steps that are not due yet come last, so that a session continues without waiting for them.
      ...learning.filter((item) => !isNow(item)),
    ];
  };

  /** Completes interrupted changes, and reads what the queue is computed from. */
  const current = async (userId: string): Promise<Omit<QueueRequest, 'part'>> => {
    await settle(userId);
    const exams = await examList.current(userId);
    return { userId, exams, own: await settings.get(userId), now: clock() };
  };

  return {
    async list(userId: string, query: QueueQuery): Promise<QueuedReview[]> {
      fits.consider(userId);
      const request = await current(userId);
      const chosen = await choose({ ...request, part: partOf(query, request.exams) });
      return show(userId, chosen.slice(0, query.limit ?? reviewBounds.queueDefault), request);
    },

    /** How many items are left to be reviewed today, without new cards. */
    async countDue(userId: string): Promise<number> {
      const chosen = await choose({ ...(await current(userId)), part: {} });
      return chosen.filter(({ place }) => place !== 'new').length;
    },

    /** All items of today. */
    today: (userId: string, exams: readonly StoredExam[], own: OwnSettings, now: Date): Promise<ReviewItemDocument[]> =>
      choose({ userId, part: {}, exams, own, now }),
  };
}
export type ReviewQueue = ReturnType<typeof createReviewQueue>;
