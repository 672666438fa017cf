import { counted, Quiz, QuizListItem } from '@lectern/contracts';
import { pick, shownGeneration } from '@lectern/service-kit';
import type { largeQuizFields, QuizDocument } from '../store.ts';
import type { createOwnedResources } from './createOwnedResources.ts';
import { guidesOf } from './guidesOf.ts';
import type { Outline } from './OwnedResource.ts';

export type LargeQuizField = (typeof largeQuizFields)[number];
export type OwnedQuizzes = ReturnType<typeof createOwnedResources<QuizDocument, LargeQuizField>>;

/** The most earlier stems that a quiz remembers. */
const stemsKept = 300;

/** Stems that a regeneration does not repeat, newest last. */
export const rememberedStems = (stems: readonly string[], added: readonly string[]): string[] =>
  [...stems, ...added.filter((stem) => !stems.includes(stem))].slice(-stemsKept);

export const quizDescription = (count: number, title: string): string => `${counted(count, 'question')} on ${title}`;

/** The description of a quiz with another number of questions. What the learner wrote stays. */
export const descriptionWith = (quiz: QuizDocument, count: number): string =>
  quiz.isDescriptionOwn ? quiz.description : quizDescription(count, quiz.studyMaterialTitle);

/** The mean of all scores, in percent with two decimals. */
const runningAverage = ({ attempts, scoreSum }: Pick<QuizDocument, 'attempts' | 'scoreSum'>): number =>
  attempts === 0 ? 0 : Math.round((scoreSum / attempts) * 100) / 100;

export const asQuizListItem = (quiz: Outline<QuizDocument, LargeQuizField>, now: Date): QuizListItem =>
  pick(QuizListItem, {
    ...quiz,
    ...guidesOf(quiz),
    questionCount: quiz.itemCount,
    running_average: runningAverage(quiz),
    generation: shownGeneration(quiz.generation, quiz.itemCount, now),
  });

export const asQuiz = (quiz: QuizDocument, now: Date): Quiz =>
  pick(Quiz, {
    ...quiz,
    ...guidesOf(quiz),
    questionCount: quiz.questions.length,
    running_average: runningAverage(quiz),
    generation: shownGeneration(quiz.generation, quiz.questions.length, now),
  });
