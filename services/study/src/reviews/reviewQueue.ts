import { type QueuedReview, reviewBounds, type ReviewSummary } from '@lectern/contracts';
import { notFound } from '@lectern/service-kit';
import type { ScheduleContext, StudyContext } from '../StudyContext.ts';
import { currentExams } from '../exams/examList.ts';
import type { StoredExam } from '../exams/examsCollection.ts';
import { chooseInGuide, chooseQueue, type QueueRequest, readQueue } from './chooseQueue.ts';
import { countInDeck, type DayCounts, type QueueCounts } from './countInDeck.ts';
import { listDeckFigures } from './deckFigures.ts';
import { dateOfDay, dayOf, startOfDay } from './learnerDay.ts';
import type { QueuePart } from './queueReads.ts';
import { showQueue } from './queueView.ts';
import { duePlaces, type ReviewItemDocument } from './reviewCollections.ts';
import { retentionOf, reviewedOn, streakOf } from './reviewDays.ts';
import { settleReviews } from './reviewItems.ts';
import { readSettings } from './reviewSettings.ts';

/** The requested part of the queue. */
export interface QueueQuery {
  limit?: number | undefined;
  deckId?: string | undefined;
  studyMaterialId?: string | undefined;
  examId?: string | undefined;
}

/** Resolves the guides of the requested part. @throws DomainError `not_found` for an unknown exam */
const partOf = ({ deckId, studyMaterialId, examId }: QueueQuery, exams: readonly StoredExam[]): QueuePart => {
  const exam = exams.find(({ _id }) => _id === examId);
  if (examId !== undefined && !exam) throw notFound('Exam');
  const own = studyMaterialId === undefined ? undefined : [studyMaterialId];
  return { deckId, studyMaterialIds: exam ? exam.studyMaterialIds.filter((id) => own?.includes(id) ?? true) : own };
};

const countsOf = (chosen: readonly ReviewItemDocument[]): QueueCounts => {
  const fresh = chosen.filter(({ place }) => place === 'new').length;
  return { due: chosen.length - fresh, new: fresh };
};

/** Completes interrupted changes, and reads the input of the queue. */
export async function readQueueRequest(study: StudyContext, userId: string): Promise<QueueRequest> {
  const settings = readSettings(study, userId);
  const [own, exams] = await Promise.all([settings, currentExams(study, userId, settings), settleReviews(study, userId)]);
  return { userId, exams, own, now: study.clock() };
}

/** Lists what a learner has to review today. */
export async function listReviewQueue(study: StudyContext, userId: string, query: QueueQuery): Promise<QueuedReview[]> {
  study.considerFit(userId);
  const request = await readQueueRequest(study, userId);
  const { chosen } = await readQueue(study, request, partOf(query, request.exams));
  return showQueue(study, userId, chosen.slice(0, query.limit ?? reviewBounds.queueDefault), request);
}

/** Counts today's remaining items within the learner's limits: the source of all numbers of due items. */
export async function countIn(study: StudyContext, request: QueueRequest): Promise<DayCounts> {
  const { queueDay, chosen } = await readQueue(study, request, {});
  const { own, today, dayEnd, seenToday } = queueDay;
  return {
    ...{ own, today, dayEnd, seenToday },
    all: countsOf(chosen),
    inDeck: async (deckId, groups) => (groups ? countInDeck(groups, queueDay) : countsOf(await chooseQueue(study, queueDay, { deckId }))),
    inGuide: async (id, items) => countsOf(await chooseInGuide(study, queueDay, id, items)),
  };
}

/** Counts today's remaining items. */
export const countDue = async (study: StudyContext, userId: string): Promise<DayCounts> =>
  countIn(study, await readQueueRequest(study, userId));

/** Returns all items of today. */
export const itemsOfToday = async (study: ScheduleContext, request: QueueRequest): Promise<ReviewItemDocument[]> =>
  (await readQueue(study, request, {})).chosen;

const forecastDays = 30;
const retentionDays = 30;

/** Counts the items that become due in a range of time. */
async function countBetween({ store }: ScheduleContext, userId: string, range: { above: string; atMost: string }): Promise<number> {
  const counts = await Promise.all(duePlaces.map((place) => store.reviewItems.count('byPlace', { userId, place }, range)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Summarises how much is due and known. Uses the queue, indexes and cached figures, so that the cost does not grow with the number of items. */
export async function getReviewSummary(study: StudyContext, userId: string): Promise<ReviewSummary> {
  const request = await readQueueRequest(study, userId);
  const { own, now } = request;
  const today = dayOf(now, own);
  const counting = countIn(study, request);
  /** Returns the last moment of a day. */
  const endOf = (day: number): string => new Date(startOfDay(day + 1, own).getTime() - 1).toISOString();
  const coming = Array.from({ length: forecastDays - 1 }, (_, index) => today + 1 + index);
  const countOn = (day: number): Promise<number> => countBetween(study, userId, { above: endOf(day - 1), atMost: endOf(day) });
  const reviewed = reviewedOn(study, userId, today);
  const [{ all }, reviewedToday, retention30d, streakDays, decks, due] = await Promise.all([
    counting,
    reviewed,
    retentionOf(study, userId, today, retentionDays, counting),
    streakOf(study, userId, today, reviewed),
    listDeckFigures(study, userId, counting),
    Promise.all(coming.map(countOn)),
  ]);
  const forecast = [all.due, ...due].map((count, index) => ({ date: dateOfDay(today + index), due: count }));
  return { ...all, reviewedToday, retention30d, streakDays, dayEndsAt: startOfDay(today + 1, own).toISOString(), forecast, decks };
}
