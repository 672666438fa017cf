import { createExamIntroductions } from '../exams/createExamIntroductions.ts';
import type { StoredExam } from '../exams/examsCollection.ts';
import { chooseReviews } from './chooseReviews.ts';
import { createQueueReads, type QueuePart } from './createQueueReads.ts';
import type { OwnSettings } from './createReviewSettings.ts';
import { dayOf, startOfDay } from './learnerDay.ts';
import type { ReviewItemDocument, ReviewStore } from './reviewCollections.ts';
import { withoutSiblings } from './withoutSiblings.ts';

/** What a queue is computed from. */
export interface QueueRequest {
  userId: string;
  exams: readonly StoredExam[];
  own: OwnSettings;
  now: Date;
}

const isIn = ({ deckId, studyMaterialIds }: QueuePart, item: ReviewItemDocument): boolean =>
  (deckId === undefined || item.parentId === deckId) && (studyMaterialIds?.includes(item.studyMaterialId) ?? true);

/** The most new cards of a guide that the cards of one day are chosen from. */
const mostIntroduced = 500;

/** Which items a learner is to review today. */
export function createQueueChoice(reviewStore: ReviewStore) {
  const { find, findNew, doneToday } = createQueueReads(reviewStore);
  const { sharesOf, introduce } = createExamIntroductions(reviewStore);

  /** What all queues of a learner depend on, whichever part is asked for. */
  const dayOfQueue = async (request: QueueRequest) => {
    const { userId, exams, own, now } = request;
    const today = dayOf(now, own);
    const done = await doneToday(userId, today, own);
    return {
      ...{ ...request, ...done, today },
      dayEnd: new Date(startOfDay(today + 1, own).getTime() - 1).toISOString(),
      reviewedPassages: new Set(done.reviewed.map(({ passage }) => passage)),
      shares: await sharesOf(userId, exams, today, done.introduced),
    };
  };
  /** The items of today, in order. The only place that decides what is due; all counts are of what it chooses, or equal to it. */
  const choose = async (queueDay: Awaited<ReturnType<typeof dayOfQueue>>, part: QueuePart): Promise<ReviewItemDocument[]> => {
    const { userId, exams, own, now, today, dayEnd, newRoom, reviewRoom, reviewedPassages, shares } = queueDay;
    const learning = await find(userId, 'learning', dayEnd, part);
    const due = await find(userId, 'review', dayEnd, part);
    const missed = await find(userId, 'missed', dayEnd, part);
    const seen = new Set([...reviewedPassages, ...learning.map(({ passage }) => passage)]);

    const chosen = chooseReviews({ due, missed, seen, exams, today, own, room: reviewRoom });
    const forExams = await introduce({
      shares,
      newOf: async (studyMaterialId) => {
        const found = await find(userId, 'new', dayEnd, { deckId: part.deckId, studyMaterialIds: [studyMaterialId] }, mostIntroduced);
        return found.filter((item) => isIn(part, item));
      },
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

  return { dayOfQueue, choose };
}
