import type { QuizQuestion, ReviewEvidence } from '@lectern/contracts';
import { reviewBounds } from '@lectern/contracts';
import { maybeYield, toInsert, toUpdate, type Write } from '@lectern/document-store';
import type { QuizDocument } from '../store.ts';
import type { StudyContext } from '../StudyContext.ts';
import { dayOf } from './learnerDay.ts';
import { ratingOf } from './learnerRules.ts';
import { newItem, passageOf } from './newItem.ts';
import { readAll } from './readAll.ts';
import { reviewItemsCollection, reviewsCollection, type ReviewDocument, type ReviewItemDocument } from './reviewCollections.ts';
import { outdateDays, readDays } from './reviewDays.ts';
import { readSettings } from './reviewSettings.ts';
import { daysOfChange, logOf, scheduledItem } from './schedules.ts';

/** Answers to questions of a quiz. */
export interface GivenAnswers {
  /** The id of the submission, from which the ids of its reviews are derived, so that a retry stores nothing twice. */
  submissionId: string;
  evidence: Extract<ReviewEvidence, 'quiz' | 'practice'>;
  /** ISO 8601. */
  answeredAt: string;
  questions: readonly Pick<QuizQuestion, '_id' | 'options' | 'source'>[];
  /** The texts of the chosen options, in the order of the questions. */
  answers: readonly string[];
}

/** Reads the data on which the reviews of a quiz's questions depend. */
export async function readAnswered({ store, ...study }: StudyContext, userId: string, quizId: string) {
  const own = { userId, _id: userId };
  const [learner, items, planned, settings] = await Promise.all([
    // First, so that a change of exams or parameters during these reads is noticed.
    store.reviewLearners.get(own),
    readAll((paging) => store.reviewItems.find('byParent', { equals: { userId, parentId: quizId }, ...paging })),
    store.exams.get(own),
    readSettings({ store, ...study }, userId),
  ]);
  return {
    learner,
    items: new Map(items.map((item) => [item._id, item])),
    settings,
    rules: { exams: planned?.exams, weights: settings.weights },
  };
}
export type Answered = Awaited<ReturnType<typeof readAnswered>>;

/** Returns the writes of one answer; none if it is stored already, or the log of its question is full. */
const writesOf = (
  { item, known, review, log }: { item: ReviewItemDocument; known: boolean; review: ReviewDocument; log: readonly ReviewDocument[] },
  rules: Answered['rules'],
  now: Date,
): { writes: Write[]; days: number[] } => {
  const isLogged = log.some(({ _id }) => _id === review._id);
  if ((isLogged && known) || (!isLogged && log.length >= reviewBounds.reviewsPerItem)) return { writes: [], days: [] };
  const whole = isLogged ? log : [...log, review];
  const { next, change } = scheduledItem(item, whole, rules, now);
  const stored = Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)) as ReviewItemDocument;
  return {
    writes: [
      ...(isLogged ? [] : [toInsert(reviewsCollection, review)]),
      known
        ? toUpdate(reviewItemsCollection, item, change, { equals: { revision: item.revision } })
        : toInsert(reviewItemsCollection, { ...stored, revision: item.revision }),
    ],
    days: daysOfChange(item, next, whole, review.day),
  };
};

/**
 * Returns the writes that log answers to questions of a quiz as reviews, for the step that stores the submission. A question that was missed in an
 * attempt is due immediately. Answers to questions that were deleted in the meantime are not logged.
 */
export async function answerWrites(
  study: StudyContext,
  { _id: parentId, userId, questions: present, studyMaterialId }: QuizDocument,
  { submissionId, evidence, answeredAt, questions, answers }: GivenAnswers,
  { learner, items, settings, rules }: Answered,
): Promise<Write[]> {
  const { desiredRetention, timeZone, dayStartsAt } = settings;
  const now = study.clock();
  const day = dayOf(new Date(answeredAt), { timeZone, dayStartsAt });
  const ids = new Set(present.map(({ _id }) => _id));
  const given = questions.map((question, index) => ({ question, index })).filter(({ question }) => ids.has(question._id));
  const [logs, days] = await Promise.all([
    Promise.all(given.map(({ question }) => logOf(study, userId, question._id))),
    readDays(study, userId, [day]),
  ]);
  const writes: Write[] = [];
  const changed = new Set<number>();
  for (const [place, { question, index }] of given.entries()) {
    await maybeYield();
    const { _id: itemId, options, source } = question;
    const isRight = options.some(({ text, isCorrect }) => isCorrect && text === answers[index]);
    const fields = { _id: itemId, userId, kind: 'question' as const, parentId, createdAt: answeredAt, missedAt: null };
    const review: ReviewDocument = {
      ...{ _id: `${submissionId}-${index}`, userId, itemId, kind: 'question', rating: isRight ? 'good' : 'again', evidence },
      ...{ answeredAt, day, desiredRetention, timeZone, dayStartsAt },
    };
    const known = items.get(itemId);
    const item = known ?? newItem({ ...fields, ...passageOf({ studyMaterialId }, source) });
    const one = writesOf({ item, known: known !== undefined, review, log: logs[place] ?? [] }, rules, now);
    writes.push(...one.writes);
    for (const each of one.days) changed.add(each);
  }
  if (writes.length === 0) return [];
  const others = [...changed].filter((each) => each !== day);
  const stored = others.length === 0 ? days : new Map([...days, ...(await readDays(study, userId, others))]);
  const isOfPastDay = Math.min(...changed) < dayOf(now, settings);
  return [...writes, ...outdateDays(userId, [...changed], stored), ratingOf(userId, learner, isOfPastDay)];
}
