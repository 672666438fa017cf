import {
  AttemptQuestion,
  attemptsKept,
  QuizAttemptDetail,
  type QuizAttempt,
  type QuizMode,
  type QuizQuestion,
  type QuizResults,
} from '@lectern/contracts';
import { toDelete, toUpdate, toUpsert, type Change, type Write } from '@lectern/document-store';
import { DomainError, notFound, pick, unlessDuplicate, type Creation } from '@lectern/service-kit';
import { itemOf } from '../items/items.ts';
import { updateOf, wasApplied } from '../owned/changeOwned.ts';
import { getOwned } from '../owned/ownedResources.ts';
import { attemptsCollection, quizzesCollection, type AttemptDocument, type QuizDocument } from '../store.ts';
import { endItemsOf } from '../reviews/endItems.ts';
import { answerWrites, readAnswered } from '../reviews/storeAnswers.ts';
import type { StudyContext } from '../StudyContext.ts';
import { quizKind } from './quizDocument.ts';
import { scoreQuiz } from './scoreQuiz.ts';

/** A learner's submission. */
export interface Submission {
  /** The texts of the chosen options, in the order of the questions or of `questionIds`. */
  answers: readonly string[];
  mode?: QuizMode | undefined;
  durationMs?: number | undefined;
  questionIds?: readonly string[] | undefined;
}

/** The maximum number of scores that a quiz keeps for the progress chart. */
const scoresKept = 20;

/** Returns the questions of an attempt, each with the chosen option. */
const asAnswered = (questions: readonly QuizQuestion[], answers: readonly string[]): AttemptDocument['questions'] =>
  questions.map((question, index) => ({ ...question, answer: answers[index] ?? '' }));

const withResults = (quiz: QuizDocument, results: QuizResults, attempt: QuizAttempt) => ({
  results,
  currentScore: Math.max(quiz.currentScore, results.score),
  attempts: quiz.attempts + 1,
  scoreSum: quiz.scoreSum + results.score,
  recentScores: [...quiz.recentScores, results.score].slice(-scoresKept),
  attemptLog: [...quiz.attemptLog, attempt].slice(-attemptsKept),
});

/** Returns the questions that the learner saw, without those that a running generation has added since. */
const askedOf = ({ questions, generation }: QuizDocument, answers: readonly string[]): QuizQuestion[] =>
  generation?.first !== undefined && answers.length >= generation.first ? questions.slice(0, answers.length) : questions;

/** Returns the attempts that a new one displaces. */
const droppedBy = ({ attemptLog }: QuizDocument): QuizAttempt[] => attemptLog.slice(0, Math.max(0, attemptLog.length + 1 - attemptsKept));

/** The maximum number of attempts after concurrent changes. */
const changeRounds = 20;

/** Runs a submission until its writes are stored. @throws DomainError `conflict` if every attempt lost to a concurrent change */
async function storeSubmission(
  study: StudyContext,
  creation: Creation,
  make: () => Promise<{ results: QuizResults; writes: Write[] }>,
): Promise<QuizResults> {
  for (let round = 0; round < changeRounds; round++) {
    const { results, writes } = await make();
    const isWritten = await study.write([...writes, ...(await creation.keep(results))]).catch(unlessDuplicate);
    if (isWritten) return results;
    await creation.confirm();
  }
  throw new DomainError('conflict', 'This quiz is being changed in another tab or on another device. Please try again.');
}

/** Reads the quiz, its reviews and the plan of a submission. @throws DomainError `not_found` */
async function readSubmitted(study: StudyContext, userId: string, id: string) {
  const [answered, quiz, { canRegenerate: isPremium }] = await Promise.all([
    readAnswered(study, userId, id),
    getOwned(study, quizKind, userId, id),
    study.plans.planOf(userId),
  ]);
  return { answered, quiz, isPremium };
}

/** Stores an attempt: its questions, the scores, the entry that makes the attempt exist, and its answers as reviews. */
const storeAttempt = (
  study: StudyContext,
  userId: string,
  id: string,
  submission: Submission,
  creation: Creation,
): Promise<QuizResults> => {
  const { answers, mode = 'practice', durationMs } = submission;
  const { newId: _id } = creation;
  return storeSubmission(study, creation, async () => {
    const { answered, quiz, isPremium } = await readSubmitted(study, userId, id);
    const given = { submissionId: _id, evidence: 'quiz' as const, answers };
    if (wasApplied(quiz, creation)) {
      // An older version stored the attempt before its answers, and was interrupted.
      const asked = (await study.store.attempts.get({ userId, _id }))?.questions ?? quiz.questions;
      const answeredAt = quiz.attemptLog.find((attempt) => attempt._id === _id)?.finishedAt;
      const writes = answeredAt === undefined ? [] : await answerWrites(study, quiz, { ...given, answeredAt, questions: asked }, answered);
      return { results: scoreQuiz(asked, answers, isPremium), writes };
    }
    const asked = askedOf(quiz, answers);
    const results = scoreQuiz(asked, answers, isPremium);
    const { weakAreas: _weakAreas, ...counts } = results;
    const finishedAt = study.clock().toISOString();
    const attempt = { _id, finishedAt, ...counts, mode, ...(durationMs !== undefined && { durationMs }) };
    const change = updateOf(quiz, withResults(quiz, results, attempt), quizKind.itemsOf, creation) as Change<QuizDocument>;
    return {
      results,
      writes: [
        toUpsert(attemptsCollection, { _id, userId, quizId: id, questions: asAnswered(asked, answers) }),
        toUpdate(quizzesCollection, quiz, change, { equals: { revision: quiz.revision } }),
        ...droppedBy(quiz).map((dropped) => toDelete(attemptsCollection, { userId, _id: dropped._id })),
        ...(await answerWrites(study, quiz, { ...given, answeredAt: finishedAt, questions: asked }, answered)),
      ],
    };
  });
};

/** Logs the answers to some questions. */
async function storePractice(
  study: StudyContext,
  userId: string,
  id: string,
  { answers, questionIds }: { answers: readonly string[]; questionIds: readonly string[] },
  creation: Creation,
): Promise<QuizResults> {
  const answeredAt = study.clock().toISOString();
  const results = await storeSubmission(study, creation, async () => {
    const { answered, quiz, isPremium } = await readSubmitted(study, userId, id);
    const questions = questionIds.map((questionId) => itemOf(quiz.questions, questionId, 'question'));
    const given = { submissionId: creation.newId, evidence: 'practice' as const, answeredAt, questions, answers };
    return { results: scoreQuiz(questions, answers, isPremium), writes: await answerWrites(study, quiz, given, answered) };
  });
  // The quiz may have been deleted meanwhile.
  if (!(await study.store.quizzes.get({ userId, _id: id }))) await endItemsOf(study, userId, id);
  return results;
}

/**
 * Scores answers, and logs each as a review of its question. A whole quiz is an attempt: the best score, the mean and the latest scores are stored.
 * Weak areas are for premium learners.
 */
export const submitQuiz = (
  study: StudyContext,
  userId: string,
  id: string,
  { questionIds, ...submission }: Submission,
  creation: Creation,
): Promise<QuizResults> =>
  questionIds
    ? storePractice(study, userId, id, { ...submission, questionIds }, creation)
    : storeAttempt(study, userId, id, submission, creation);

/** Lists the latest attempts, newest first. */
export const listAttempts = async (study: StudyContext, userId: string, id: string): Promise<QuizAttempt[]> =>
  (await getOwned(study, quizKind, userId, id)).attemptLog.toReversed();

/** Returns an attempt, and the guide of its quiz. @throws DomainError `not_found` */
export async function getAttempt(
  study: StudyContext,
  userId: string,
  id: string,
  attemptId: string,
): Promise<{ attempt: QuizAttemptDetail; studyMaterialId: string | null }> {
  const { attemptLog, studyMaterialId } = await getOwned(study, quizKind, userId, id);
  const entry = attemptLog.find(({ _id }) => _id === attemptId);
  const stored = entry && (await study.store.attempts.get({ userId, _id: attemptId }));
  if (!stored) throw notFound('Attempt');
  const questions = stored.questions.map((question) =>
    pick(AttemptQuestion, { ...question, correctAnswer: question.options.find(({ isCorrect }) => isCorrect)?.text ?? '' }),
  );
  return { attempt: pick(QuizAttemptDetail, { ...entry, questions }), studyMaterialId: studyMaterialId || null };
}
