import {
  AttemptQuestion,
  attemptsKept,
  QuizAttemptDetail,
  type QuizAttempt,
  type QuizMode,
  type QuizQuestion,
  type QuizResults,
} from '@lectern/contracts';
import { DomainError, notFound, pick, type Creation } from '@lectern/service-kit';
import { itemOf } from '../items/items.ts';
import { changeOwned } from '../owned/changeOwned.ts';
import { getOwned } from '../owned/ownedResources.ts';
import type { AttemptDocument, QuizDocument } from '../store.ts';
import { storeAnswers } from '../reviews/storeAnswers.ts';
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

/**
 * Stores an attempt: first its questions, then in one write the scores and the entry that makes the attempt exist.
 *
 * @param isPremium - whether the results include weak areas
 */
async function storeAttempt(
  study: StudyContext,
  userId: string,
  id: string,
  submission: Submission,
  isPremium: boolean,
  creation: Creation,
): Promise<QuizResults> {
  const { attempts } = study.store;
  const { answers, mode = 'practice', durationMs } = submission;
  const { newId: _id } = creation;
  let results: QuizResults | undefined;
  let dropped: QuizAttempt[] = [];
  const addAttempt = async (quiz: QuizDocument) => {
    const asked = askedOf(quiz, answers);
    results = scoreQuiz(asked, answers, isPremium);
    await attempts.upsert({ _id, userId, quizId: id, questions: asAnswered(asked, answers) });
    const { weakAreas: _weakAreas, ...counts } = results;
    const attempt = { _id, finishedAt: study.clock().toISOString(), ...counts, mode, ...(durationMs !== undefined && { durationMs }) };
    dropped = droppedBy(quiz);
    return withResults(quiz, results, attempt);
  };
  let quiz;
  try {
    quiz = await changeOwned(study, quizKind, userId, id, addAttempt, creation);
  } catch (error) {
    // A DomainError means that the attempt was not added to the quiz. After any other error it may have been added.
    if (error instanceof DomainError) await attempts.delete({ userId, _id });
    throw error;
  }
  for (const each of dropped) await attempts.delete({ userId, _id: each._id });
  // Without `results`, an interrupted earlier request has stored the attempt.
  const asked = results ? askedOf(quiz, answers) : ((await attempts.get({ userId, _id }))?.questions ?? quiz.questions);
  const finishedAt = quiz.attemptLog.find((attempt) => attempt._id === _id)?.finishedAt;
  if (finishedAt !== undefined)
    await storeAnswers(study, quiz, { submissionId: _id, evidence: 'quiz', answeredAt: finishedAt, questions: asked, answers });
  return results ?? scoreQuiz(asked, answers, isPremium);
}

/**
 * Scores answers, and logs each as a review of its question. A whole quiz is an attempt: the best score, the mean and the latest scores are stored.
 * Weak areas are for premium learners.
 */
export async function submitQuiz(
  study: StudyContext,
  userId: string,
  id: string,
  submission: Submission,
  creation: Creation,
): Promise<QuizResults> {
  const { canRegenerate: isPremium } = await study.plans.planOf(userId);
  const { answers, questionIds } = submission;
  if (!questionIds) return storeAttempt(study, userId, id, submission, isPremium, creation);
  const quiz = await getOwned(study, quizKind, userId, id);
  const questions = questionIds.map((questionId) => itemOf(quiz.questions, questionId, 'question'));
  const results = scoreQuiz(questions, answers, isPremium);
  const answeredAt = study.clock().toISOString();
  await storeAnswers(study, quiz, { submissionId: creation.newId, evidence: 'practice', answeredAt, questions, answers });
  return results;
}

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
