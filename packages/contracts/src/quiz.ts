import * as z from '@lectern/contracts/schema';
import { Generation } from './generation.ts';
import { madeFrom } from './madeFrom.ts';
import { Id, Shortfall, Time } from './primitives.ts';
import { ItemSource } from './source.ts';
import { ItemOrigin } from './itemOrigin.ts';
import { text } from './texts.ts';

export const DifficultyLevel = z.enum(['easy', 'medium', 'hard']);
export type DifficultyLevel = z.infer<typeof DifficultyLevel>;

export const QuizOption = z.object({ text: z.string(), isCorrect: z.boolean(), rationale: z.string() });
export type QuizOption = z.infer<typeof QuizOption>;

export const QuizQuestion = z.extend(ItemOrigin, {
  _id: Id,
  question: z.string(),
  options: z.array(QuizOption),
  explanation: z.string(),
  topic: z.string(),
  concept: z.string(),
  /** Absent if the learner wrote the question. */
  source: z.optional(ItemSource),
});
export type QuizQuestion = z.infer<typeof QuizQuestion>;

export const WeakArea = z.object({ topic: text(500), concept: text(500) });
export type WeakArea = z.infer<typeof WeakArea>;

export const QuizResults = z.object({
  /** Whole percent. */
  score: z.int(),
  totalQuestions: z.int(),
  correctAnswers: z.int(),
  weakAreas: z.array(WeakArea),
});
export type QuizResults = z.infer<typeof QuizResults>;

/** The mode of an attempt: answers shown after each question, or at the end as in a test. */
export const QuizMode = z.enum(['practice', 'test']);
export type QuizMode = z.infer<typeof QuizMode>;

/** A submitted attempt in a list. */
export const QuizAttempt = z.object({
  _id: Id,
  finishedAt: Time,
  /** Whole percent. */
  score: z.int(),
  correctAnswers: z.int(),
  totalQuestions: z.int(),
  mode: QuizMode,
  /** The time from the first question to the last answer, in milliseconds; absent if the page did not send it. */
  durationMs: z.optional(z.int()),
});
export type QuizAttempt = z.infer<typeof QuizAttempt>;

/** A question as it was at the attempt, with the texts of the chosen and the right option. */
export const AttemptQuestion = z.extend(
  z.pick(QuizQuestion, { _id: true, question: true, options: true, explanation: true, topic: true, concept: true, source: true }),
  { answer: z.string(), correctAnswer: z.string() },
);
export type AttemptQuestion = z.infer<typeof AttemptQuestion>;

export const QuizAttemptDetail = z.extend(QuizAttempt, { questions: z.array(AttemptQuestion) });
export type QuizAttemptDetail = z.infer<typeof QuizAttemptDetail>;

/** The maximum number of attempts stored per quiz. */
export const attemptsKept = 100;

/** A quiz in a list, without questions. */
export const QuizListItem = z.object({
  _id: Id,
  title: z.string(),
  description: z.string(),
  questionCount: z.int(),
  /** Best score so far, whole percent; 0 before the first attempt. */
  currentScore: z.int(),
  /** Mean score of all attempts, percent. */
  running_average: z.number(),
  attempts: z.int(),
  /** Scores of the latest attempts, whole percent, oldest first, at most 20. Always sent; optional, so that pages accept an older service. */
  recentScores: z.optional(z.array(z.int())),
  ...madeFrom,
  difficultyLevel: DifficultyLevel,
  /** Always sent; optional, so that pages accept an older service. */
  generation: z.optional(Generation),
  stylePreference: z.nullable(z.string()),
  generatedBy: z.string(),
  createdAt: Time,
});
export type QuizListItem = z.infer<typeof QuizListItem>;

export const Quiz = z.extend(QuizListItem, {
  questions: z.array(QuizQuestion),
  /** The latest attempt; absent after a regeneration, and after a question was deleted or got another right option. */
  results: z.optional(QuizResults),
  shortfall: z.optional(Shortfall),
  limitation: z.optional(z.string()),
  /** Explains why a language model generated none or only part of it. */
  notice: z.optional(z.string()),
});
export type Quiz = z.infer<typeof Quiz>;
