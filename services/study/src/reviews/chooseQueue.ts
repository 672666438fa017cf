import type { StoredExam } from '../exams/examsCollection.ts';
import { chooseForExams, examShares } from '../exams/introductions.ts';
import type { ScheduleContext } from '../StudyContext.ts';
import { chooseReviews, withoutSiblings } from './chooseReviews.ts';
import { dayOf, startOfDay } from './learnerDay.ts';
import { doneToday, findInQueue, findNewCards, type QueuePart } from './queueReads.ts';
import type { ReviewItemDocument } from './reviewCollections.ts';
import type { OwnSettings } from './reviewSettings.ts';

/** The input of a queue. */
export interface QueueRequest {
  userId: string;
  exams: readonly StoredExam[];
  own: OwnSettings;
  now: Date;
}

/** The maximum number of new cards per guide from which a day's cards are chosen. */
const mostIntroduced = 500;

const isIn = ({ deckId, studyMaterialIds }: QueuePart, item: ReviewItemDocument): boolean =>
  (deckId === undefined || item.parentId === deckId) && (studyMaterialIds?.includes(item.studyMaterialId) ?? true);

/** Reads the data that all queues of a learner depend on, whichever part is requested. */
export async function readQueueDay(study: ScheduleContext, request: QueueRequest) {
  const { userId, exams, own, now } = request;
  const today = dayOf(now, own);
  const done = await doneToday(study, userId, today, own);
  return {
    ...{ ...request, ...done, today },
    dayEnd: new Date(startOfDay(today + 1, own).getTime() - 1).toISOString(),
    reviewedPassages: new Set(done.reviewed.map(({ passage }) => passage)),
    shares: await examShares(study, userId, exams, today, done.introduced),
  };
}

/** Chooses today's items, in order. Only this function decides what is due; all counts match its choice. */
export async function chooseQueue(
  study: ScheduleContext,
  queueDay: Awaited<ReturnType<typeof readQueueDay>>,
  part: QueuePart,
): Promise<ReviewItemDocument[]> {
  const { userId, exams, own, now, today, dayEnd, newRoom, reviewRoom, reviewedPassages, shares } = queueDay;
  const learning = await findInQueue(study, userId, 'learning', dayEnd, part);
  const due = await findInQueue(study, userId, 'review', dayEnd, part);
  const missed = await findInQueue(study, userId, 'missed', dayEnd, part);
  const seen = new Set([...reviewedPassages, ...learning.map(({ passage }) => passage)]);

  const chosen = chooseReviews({ due, missed, seen, exams, today, own, room: reviewRoom });
  const forExams = await chooseForExams({
    shares,
    newOf: async (studyMaterialId) => {
      const ofGuide = { deckId: part.deckId, studyMaterialIds: [studyMaterialId] };
      const found = await findInQueue(study, userId, 'new', dayEnd, ofGuide, mostIntroduced);
      return found.filter((item) => isIn(part, item));
    },
    withoutSiblings: (candidates, most) => withoutSiblings(candidates, seen, most),
  });
  const others = Math.max(0, newRoom - forExams.length);
  const taken = new Set(forExams.map(({ _id }) => _id));
  const fresh = await findNewCards(study, userId, dayEnd, part, { seen, taken, room: others });
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
}
