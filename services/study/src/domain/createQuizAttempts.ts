import {
  AttemptQuestion,
  attemptsKept,
  QuizAttemptDetail,
  type QuizAttempt,
  type QuizMode,
  type QuizQuestion,
  type QuizResults,
} from '@lectern/contracts';
import type { DocumentStore } from '@lectern/document-store';
import { DomainError, notFound, pick, type Creation, type Plans } from '@lectern/service-kit';
import type { Reviews } from '../reviews/createReviews.ts';
import { attemptsCollection, type AttemptDocument, type QuizDocument } from '../store.ts';
import { itemOf } from './items.ts';
import type { OwnedQuizzes } from './quizDocument.ts';
import { scoreQuiz } from './scoreQuiz.ts';

export interface QuizAttemptsDependencies {
  own: OwnedQuizzes;
  attempts: Attempts;
  plans: Plans;
  reviews: Pick<Reviews, 'missed'>;
  clock: () => Date;
}

/** What a learner hands in. */
export interface Submission {
  /** Chosen option texts, in question order, or in the order of `questionIds`. */
  answers: readonly string[];
  mode?: QuizMode | undefined;
  durationMs?: number | undefined;
  questionIds?: readonly string[] | undefined;
}

/** The most scores that a quiz keeps for the progress chart. */
const scoresKept = 20;

/** The stored questions of attempts. */
export const openAttempts = (store: DocumentStore) => {
  const collection = store.collection(attemptsCollection);
  return {
    collection,
    /** Deletes the attempts at a quiz. */
    discardOf: async (userId: string, quizId: string): Promise<void> => {
      await collection.deleteWhere('byQuiz', { userId, quizId });
    },
    eraseAll: async (userId: string): Promise<void> => {
      await collection.deleteWhere('byQuiz', { userId });
    },
  };
};
type Attempts = ReturnType<typeof openAttempts>;

/** The questions of an attempt, each with the chosen option. */
const asAnswered = (questions: readonly QuizQuestion[], answers: readonly string[]): AttemptDocument['questions'] =>
  questions.map((question, index) => ({ ...question, answer: answers[index] ?? '' }));

/** The ids of the questions that were answered wrong. */
const missedOf = (questions: readonly QuizQuestion[], answers: readonly string[]): string[] =>
  questions
    .filter(({ options }, index) => !options.some(({ text, isCorrect }) => isCorrect && text === answers[index]))
    .map(({ _id }) => _id);

const withResults = (quiz: QuizDocument, results: QuizResults, attempt: QuizAttempt) => ({
  results,
  currentScore: Math.max(quiz.currentScore, results.score),
  attempts: quiz.attempts + 1,
  scoreSum: quiz.scoreSum + results.score,
  recentScores: [...quiz.recentScores, results.score].slice(-scoresKept),
  attemptLog: [...quiz.attemptLog, attempt].slice(-attemptsKept),
});

/** The questions that a learner was asked: not those that a running generation has added since. */
const askedOf = ({ questions, generation }: QuizDocument, answers: readonly string[]): QuizQuestion[] =>
  generation?.first !== undefined && answers.length >= generation.first ? questions.slice(0, answers.length) : questions;

/** The attempts that a quiz gives up for a further one. */
const droppedBy = ({ attemptLog }: QuizDocument): QuizAttempt[] => attemptLog.slice(0, Math.max(0, attemptLog.length + 1 - attemptsKept));

/** Taking quizzes, and looking at past attempts. */
export function createQuizAttempts({ own, attempts: { collection }, plans, reviews, clock }: QuizAttemptsDependencies) {
  /** Stores an attempt: its questions first, then, in one write, the scores and the entry that makes it exist. */
  const record = async (
    userId: string,
    id: string,
    submission: Submission,
    isPremium: boolean,
    creation: Creation,
  ): Promise<QuizResults> => {
    const { answers, mode = 'practice', durationMs } = submission;
    const { newId: _id } = creation;
    let results: QuizResults | undefined;
    let dropped: QuizAttempt[] = [];
    const addAttempt = async (quiz: QuizDocument) => {
      const asked = askedOf(quiz, answers);
      results = scoreQuiz(asked, answers, isPremium);
      await collection.upsert({ _id, userId, quizId: id, questions: asAnswered(asked, answers) });
      const { weakAreas: _weakAreas, ...counts } = results;
      const attempt = { _id, finishedAt: clock().toISOString(), ...counts, mode, ...(durationMs !== undefined && { durationMs }) };
      dropped = droppedBy(quiz);
      return withResults(quiz, results, attempt);
    };
    let kept;
    try {
      kept = await own.change(userId, id, addAttempt, creation);
    } catch (error) {
      // A DomainError means that the attempt was not added to the quiz. After any other error it may have been added.
      if (error instanceof DomainError) await collection.delete({ userId, _id });
      throw error;
    }
    for (const each of dropped) await collection.delete({ userId, _id: each._id });
    // An earlier, interrupted try may have stored it already.
    const asked = results ? askedOf(kept, answers) : ((await collection.get({ userId, _id }))?.questions ?? kept.questions);
    const finishedAt = kept.attemptLog.find((attempt) => attempt._id === _id)?.finishedAt;
    if (finishedAt !== undefined) await reviews.missed(kept, missedOf(asked, answers), finishedAt);
    return results ?? scoreQuiz(asked, answers, isPremium);
  };

  return {
    /**
     * Scores the answers. A whole quiz is an attempt: the best score, the mean and the latest scores are kept. A part is review, and nothing is
     * stored. Weak areas are for premium learners.
     */
    async submit(userId: string, id: string, submission: Submission, creation: Creation): Promise<QuizResults> {
      const { canRegenerate: isPremium } = await plans.planOf(userId);
      const { answers, questionIds } = submission;
      if (!questionIds) return record(userId, id, submission, isPremium, creation);
      const { questions } = await own.get(userId, id);
      const part = questionIds.map((questionId) => itemOf(questions, questionId, 'question'));
      return scoreQuiz(part, answers, isPremium);
    },

    /** The latest attempts, newest first. */
    listAttempts: async (userId: string, id: string): Promise<QuizAttempt[]> => (await own.get(userId, id)).attemptLog.toReversed(),

    /** One attempt, and the guide of its quiz. @throws DomainError `not_found` */
    async getAttempt(
      userId: string,
      id: string,
      attemptId: string,
    ): Promise<{ attempt: QuizAttemptDetail; studyMaterialId: string | null }> {
      const { attemptLog, studyMaterialId } = await own.get(userId, id);
      const entry = attemptLog.find(({ _id }) => _id === attemptId);
      const stored = entry && (await collection.get({ userId, _id: attemptId }));
      if (!stored) throw notFound('Attempt');
      const questions = stored.questions.map((question) =>
        pick(AttemptQuestion, { ...question, correctAnswer: question.options.find(({ isCorrect }) => isCorrect)?.text ?? '' }),
      );
      return { attempt: pick(QuizAttemptDetail, { ...entry, questions }), studyMaterialId: studyMaterialId || null };
    },
  };
}
