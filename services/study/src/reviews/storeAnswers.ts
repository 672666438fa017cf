import { isDeepStrictEqual } from 'node:util';
import type { QuizQuestion, ReviewEvidence } from '@lectern/contracts';
import { insertOnce } from '@lectern/service-kit';
import type { QuizDocument } from '../store.ts';
import type { StudyContext } from '../StudyContext.ts';
import { endItemsOf } from './endItems.ts';
import { itemFields, type LearnerRules } from './itemFields.ts';
import { dayOf } from './learnerDay.ts';
import { newItem, passageOf } from './newItem.ts';
import { inGroups } from './readAll.ts';
import type { ReviewDocument, ReviewItemDocument } from './reviewCollections.ts';
import { touchDays } from './reviewDays.ts';
import { hasRoomInLog } from './reviewLog.ts';
import { readSettings } from './reviewSettings.ts';
import { announceReview, refreshSchedule, rulesOf } from './schedules.ts';

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

/** Removes the fields without a value. */
const defined = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

/** Adds a review to the log of a question. The first one creates the question's item. */
async function storeAnswer(study: StudyContext, item: ReviewItemDocument, review: ReviewDocument, rules: LearnerRules): Promise<void> {
  const { reviews, reviewItems } = study.store;
  const known = await reviewItems.get(item);
  if (!known) {
    // The item is stored together with its schedule, so that it is never in the queue without its answer.
    await insertOnce(reviews, review);
    if (await insertOnce(reviewItems, { ...item, ...defined(itemFields(item, [review], rules)) })) return;
  } else {
    if (!(await hasRoomInLog(study, item.userId, item._id))) return;
    await announceReview(study, known, review._id);
    await insertOnce(reviews, review);
  }
  await refreshSchedule(study, item, { settled: review._id, day: review.day });
}

/**
 * Logs answers to questions of a quiz as reviews. A question that was missed in an attempt is due immediately. Answers to questions that were
 * deleted in the meantime are not logged.
 */
export async function storeAnswers(
  study: StudyContext,
  { _id: parentId, userId, questions: present, studyMaterialId }: QuizDocument,
  { submissionId, evidence, answeredAt, questions, answers }: GivenAnswers,
): Promise<void> {
  const { desiredRetention, timeZone, dayStartsAt } = await readSettings(study, userId);
  const day = dayOf(new Date(answeredAt), { timeZone, dayStartsAt });
  const rules = await rulesOf(study, userId);
  const ids = new Set(present.map(({ _id }) => _id));
  const given = questions.map((question, index) => ({ question, index })).filter(({ question }) => ids.has(question._id));
  await inGroups(given, async ({ question: { _id: itemId, options, source }, index }) => {
    const isRight = options.some(({ text, isCorrect }) => isCorrect && text === answers[index]);
    const fields = { _id: itemId, userId, kind: 'question' as const, parentId, createdAt: answeredAt, missedAt: null };
    const review: ReviewDocument = {
      ...{ _id: `${submissionId}-${index}`, userId, itemId, kind: 'question', rating: isRight ? 'good' : 'again', evidence },
      ...{ answeredAt, day, desiredRetention, timeZone, dayStartsAt },
    };
    await storeAnswer(study, newItem({ ...fields, ...passageOf({ studyMaterialId }, source) }), review, rules);
  });
  // A concurrent change of exams or parameters may have missed the new items.
  if (!isDeepStrictEqual(await rulesOf(study, userId), rules))
    await inGroups(given, ({ question: { _id } }) => refreshSchedule(study, { userId, _id }));
  await touchDays(study, userId, [day]);
  if (!(await study.store.quizzes.get({ userId, _id: parentId }))) await endItemsOf(study, userId, parentId);
}
