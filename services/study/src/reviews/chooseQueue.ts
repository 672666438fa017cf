import type { StoredExam } from '../exams/examsCollection.ts';
import { chooseForExams, examShares, introducing } from '../exams/introductions.ts';
import type { ScheduleContext } from '../StudyContext.ts';
import { chooseReviews, withoutSiblings } from './chooseReviews.ts';
import { dayOf, startOfDay, type LearnerClock } from './learnerDay.ts';
import { doneToday, findInQueue, findNewCards, readFirstNewCards, type FirstNewCards, type QueuePart } from './queueReads.ts';
import type { QueuePlace, ReviewItemDocument } from './reviewCollections.ts';
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
/** The number of them that are read first. */
const firstIntroduced = 60;

const isPartOf = ({ studyMaterialIds }: QueuePart, studyMaterialId: string): boolean => studyMaterialIds?.includes(studyMaterialId) ?? true;

/** Reads the data that all queues of a learner depend on, whichever part is requested. */
async function readQueueDay(study: ScheduleContext, request: QueueRequest) {
  const { userId, exams, own, now } = request;
  const today = dayOf(now, own);
  const doing = doneToday(study, userId, today, own);
  const introduced = doing.then((done) => done.introduced);
  const [done, shares] = await Promise.all([doing, examShares(study, userId, exams, today, introduced)]);
  return {
    ...request,
    ...done,
    today,
    dayEnd: endOfDay(today, own),
    reviewedPassages: new Set(done.reviewed.map(({ passage }) => passage)),
    shares,
  };
}

/** Returns the last moment of a day. */
const endOfDay = (day: number, learnerClock: LearnerClock): string =>
  new Date(startOfDay(day + 1, learnerClock).getTime() - 1).toISOString();

/** The items of a part of the queue that may be due today. */
interface Candidates {
  learning: readonly ReviewItemDocument[];
  due: readonly ReviewItemDocument[];
  missed: readonly ReviewItemDocument[];
  firstNew: FirstNewCards;
  /** The first new cards of each guide of an exam. */
  firstNewOf: ReadonlyMap<string, FirstNewCards>;
  readNewOf: (studyMaterialId: string) => Promise<ReviewItemDocument[]>;
}

/** Reads the items of a part of the queue that may be due today, whatever the limits of the day. */
async function readCandidates(study: ScheduleContext, { userId, exams, own, now }: QueueRequest, part: QueuePart): Promise<Candidates> {
  const today = dayOf(now, own);
  const dayEnd = endOfDay(today, own);
  const readNewOf = async (studyMaterialId: string, limit = mostIntroduced): Promise<ReviewItemDocument[]> => {
    const ofGuide = { deckId: part.deckId, studyMaterialIds: [studyMaterialId] };
    return isPartOf(part, studyMaterialId) ? findInQueue(study, userId, 'new', dayEnd, ofGuide, limit) : [];
  };
  const guides = [...new Set(introducing(exams, today).flatMap(({ studyMaterialIds }) => studyMaterialIds))];
  const [learning, due, missed, firstNew, firstNewOf] = await Promise.all([
    findInQueue(study, userId, 'learning', dayEnd, part),
    findInQueue(study, userId, 'review', dayEnd, part),
    findInQueue(study, userId, 'missed', dayEnd, part),
    readFirstNewCards(study, userId, dayEnd, part, own.newPerDay),
    Promise.all(guides.map(async (id) => [id, { found: await readNewOf(id, firstIntroduced), limit: firstIntroduced }] as const)),
  ]);
  return { learning, due, missed, firstNew, firstNewOf: new Map(firstNewOf), readNewOf };
}

/** Returns the items of a guide that may be due today, in the order of `readCandidates`. @param items - all items of the guide */
const candidatesAmong = (items: readonly ReviewItemDocument[], studyMaterialId: string, dayEnd: string): Candidates => {
  const inPlace = (place: QueuePlace): ReviewItemDocument[] =>
    items
      .filter((item) => item.place === place && item.due <= dayEnd)
      .sort((a, b) => (a.due === b.due ? (a._id < b._id ? -1 : 1) : a.due < b.due ? -1 : 1));
  const found = inPlace('new');
  const firstNew = { found, limit: Infinity };
  const firstNewOf = new Map([[studyMaterialId, firstNew]]);
  return {
    learning: inPlace('learning'),
    due: inPlace('review'),
    missed: inPlace('missed'),
    firstNew,
    firstNewOf,
    readNewOf: async () => found,
  };
};

/** Chooses today's items of a guide. @param items - all items of the guide */
export const chooseInGuide = (
  study: ScheduleContext,
  queueDay: Awaited<ReturnType<typeof readQueueDay>>,
  studyMaterialId: string,
  items: readonly ReviewItemDocument[],
): Promise<ReviewItemDocument[]> =>
  chooseQueue(
    study,
    queueDay,
    { studyMaterialIds: [studyMaterialId] },
    Promise.resolve(candidatesAmong(items, studyMaterialId, queueDay.dayEnd)),
  );

/** Reads the data of the day and chooses its items. */
export async function readQueue(study: ScheduleContext, request: QueueRequest, part: QueuePart) {
  const candidates = readCandidates(study, request, part);
  const [queueDay] = await Promise.all([readQueueDay(study, request), candidates]);
  return { queueDay, chosen: await chooseQueue(study, queueDay, part, candidates) };
}

/** Chooses today's items, in order. Only this function decides what is due; all counts match its choice. */
export async function chooseQueue(
  study: ScheduleContext,
  queueDay: Awaited<ReturnType<typeof readQueueDay>>,
  part: QueuePart,
  candidates = readCandidates(study, queueDay, part),
): Promise<ReviewItemDocument[]> {
  const { userId, exams, own, now, today, dayEnd, newRoom, reviewRoom, reviewedPassages, shares } = queueDay;
  const { learning, due, missed, firstNew, firstNewOf, readNewOf } = await candidates;
  const seen = new Set([...reviewedPassages, ...learning.map(({ passage }) => passage)]);

  const chosen = chooseReviews({ due, missed, seen, exams, today, own, room: reviewRoom });
  const forExams = await chooseForExams({
    shares,
    firstNewOf,
    readNewOf,
    withoutSiblings: (candidates, most) => withoutSiblings(candidates, seen, most),
  });
  const others = Math.max(0, newRoom - forExams.length);
  const taken = new Set(forExams.map(({ _id }) => _id));
  const fresh = await findNewCards(study, userId, dayEnd, part, { seen, taken, room: others }, firstNew);
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
