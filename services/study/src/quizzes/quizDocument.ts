import { counted, Quiz, QuizListItem, type NewQuestion, type Plan, type QuizQuestion } from '@lectern/contracts';
import { pick, shownGeneration } from '@lectern/service-kit';
import { guidesOf } from '../items/sources.ts';
import type { Outline, ResourceKind } from '../owned/OwnedResource.ts';
import { largeQuizFields, quizzesCollection, type QuizDocument } from '../store.ts';
import { endItemsOf } from '../reviews/endItems.ts';
import type { StudyContext } from '../StudyContext.ts';

type LargeQuizField = (typeof largeQuizFields)[number];

const discardParts = async (study: StudyContext, userId: string, id: string): Promise<void> => {
  await study.shareLinks.end(userId, id);
  await study.store.attempts.deleteWhere('byQuiz', { userId, quizId: id });
  await endItemsOf(study, userId, id);
};

/** Quizzes as a kind of owned resource. */
export const quizKind: ResourceKind<QuizDocument, LargeQuizField> = {
  counted: 'quizzes',
  name: 'quiz',
  collection: ({ store }) => store.quizzes,
  definition: quizzesCollection,
  large: largeQuizFields,
  itemsOf: ({ questions }) => questions,
  discardParts,
  discardUnstored: discardParts,
  // Only missed questions are reviewed, so a change affects only the reviews of removed questions.
  isReviewed: () => false,
};

/** The limit of quizzes, and the message for a learner at the limit. */
export const quizLimit = ({ limits: { quizzes: limit } }: Plan): { limit: number | undefined; message: string } => ({
  limit,
  message: `You've reached your limit of ${limit} quizzes. Upgrade to premium for unlimited quizzes.`,
});

/** The scores of a quiz without attempts. */
export const noScores = { currentScore: 0, attempts: 0, scoreSum: 0, recentScores: [], attemptLog: [] };

/** The maximum number of earlier stems that a quiz remembers. */
const stemsKept = 300;
/** The maximum length of a weak area's concept, in characters. */
const longestConcept = 500;

export const stemsOf = (questions: readonly Pick<QuizQuestion, 'question'>[]): string[] => questions.map(({ question }) => question);

/** Returns the stems that a regeneration must not repeat, newest last. */
export const rememberedStems = (stems: readonly string[], added: readonly string[]): string[] =>
  [...stems, ...added.filter((stem) => !stems.includes(stem))].slice(-stemsKept);

export const quizDescription = (count: number, title: string): string => `${counted(count, 'question')} on ${title}`;

/** Returns the description for another number of questions. The learner's own description stays. */
export const descriptionWith = (quiz: QuizDocument, count: number): string =>
  quiz.isDescriptionOwn ? quiz.description : quizDescription(count, quiz.studyMaterialTitle);

/**
 * Converts a question that the learner wrote to its stored form: without a source and rationales. Its topic is the quiz's, and its concept is the
 * question itself, so that weak areas can name it.
 */
export const writtenQuestion = (
  { question, options, explanation = '' }: NewQuestion,
  quiz: Pick<QuizDocument, 'studyMaterialTitle' | 'title'>,
  id: string,
): QuizQuestion => ({
  _id: id,
  question,
  options: options.map(({ text, isCorrect }) => ({ text, isCorrect, rationale: '' })),
  explanation,
  topic: quiz.studyMaterialTitle || quiz.title,
  concept: [...question].slice(0, longestConcept).join(''),
  edited: true,
});

/** Returns whether the learner wrote the question. Regeneration keeps such questions. */
export const isWritten = ({ source }: QuizQuestion): boolean => source === undefined;

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
