import type { NewQuestion, QuizQuestion } from '@lectern/contracts';
import type { QuizDocument } from '../store.ts';

/** The longest concept of a weak area, in characters. */
const longestConcept = 500;

/**
 * A question that the learner wrote, as quizzes hold it: it has no source and no rationales. Its topic is that of the quiz, and its concept is the
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

/** Whether the learner wrote the question. Regeneration keeps it. */
export const isWritten = ({ source }: QuizQuestion): boolean => source === undefined;
