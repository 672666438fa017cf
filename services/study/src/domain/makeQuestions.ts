import type { MaterialSource, QuizQuestion } from '@lectern/contracts';
import { newId } from '@lectern/document-store';
import { DomainError, type Plans } from '@lectern/service-kit';
import type { DroppedItems } from './createDroppedItems.ts';
import type { Sources } from './createSources.ts';
import type { OwnedQuizzes } from './quizDocument.ts';
import { fewestItems, type StudyContent } from './StudyContent.ts';

export interface QuizGenerationDependencies {
  own: OwnedQuizzes;
  content: StudyContent;
  sources: Sources;
  dropped: Pick<DroppedItems, 'of'>;
  plans: Plans;
  clock: () => Date;
}

export const stemsOf = (questions: readonly QuizQuestion[]): string[] => questions.map((question) => question.question);

/** @throws DomainError `too_little_material` for fewer than three questions */
export const makeQuestions = async (
  { content, dropped, clock }: Pick<QuizGenerationDependencies, 'content' | 'dropped' | 'clock'>,
  userId: string,
  materials: readonly MaterialSource[],
  options: Parameters<StudyContent['quiz']>[2],
) => {
  const made = await content.quiz(userId, materials, { ...options, dropped: await dropped.of(userId, materials, 'question') });
  if (made.questions.length < fewestItems)
    throw new DomainError(
      'too_little_material',
      'This study guide has too little material for a quiz. Add more content, or write your own cards.',
    );
  const questions = made.questions.map((question): QuizQuestion => ({ _id: newId(() => clock().getTime()), ...question }));
  return { ...made, questions };
};
