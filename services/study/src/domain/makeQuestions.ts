import type { MaterialSource, QuizQuestion } from '@lectern/contracts';
import { newId } from '@lectern/document-store';
import { DomainError, endedGeneration, runningGeneration, type Plans, type StoredGeneration } from '@lectern/service-kit';
import type { QuizDocument } from '../store.ts';
import { addUsage } from './addUsage.ts';
import type { DroppedItems } from './createDroppedItems.ts';
import type { Sources } from './createSources.ts';
import { followGeneration } from './followGeneration.ts';
import { descriptionWith, rememberedStems, type OwnedQuizzes } from './quizDocument.ts';
import { fewestItems, type MadeItems, type MadeQuestions, type StudyContent } from './StudyContent.ts';
import { isWritten } from './writtenQuestion.ts';

export interface QuizGenerationDependencies {
  own: OwnedQuizzes;
  content: StudyContent;
  sources: Sources;
  dropped: Pick<DroppedItems, 'of'>;
  plans: Plans;
  clock: () => Date;
}

export const stemsOf = (questions: readonly Pick<QuizQuestion, 'question'>[]): string[] => questions.map(({ question }) => question);

export interface NewQuestions extends Omit<MadeItems<MadeQuestions>, 'questions'> {
  questions: QuizQuestion[];
  generation: StoredGeneration;
}

/**
 * @param runId - of the run that goes on after the answer
 * @throws DomainError `too_little_material` for fewer than three questions
 */
export const makeQuestions = async (
  { content, dropped, clock }: Pick<QuizGenerationDependencies, 'content' | 'dropped' | 'clock'>,
  userId: string,
  materials: readonly MaterialSource[],
  options: Parameters<StudyContent['quiz']>[2],
  runId: string,
): Promise<NewQuestions> => {
  const made = await content.quiz(userId, materials, { ...options, dropped: await dropped.of(userId, materials, 'question') });
  if (made.questions.length < fewestItems)
    throw new DomainError(
      'too_little_material',
      'This study guide has too little material for a quiz. Add more content, or write your own cards.',
    );
  const questions = made.questions.map((question): QuizQuestion => ({ _id: newId(() => clock().getTime()), ...question }));
  const { length } = questions;
  const generation = made.rest
    ? runningGeneration(runId, options.count, length, clock())
    : endedGeneration(made.shortfall?.asked ?? length, length);
  return { ...made, questions, generation };
};

/** Adds the questions that are made after the answer, behind the others. One that the learner deleted does not come back. */
export const followQuestions = (
  { own, content, clock }: Pick<QuizGenerationDependencies, 'own' | 'content' | 'clock'>,
  { userId, id, runId }: { userId: string; id: string; runId: string },
  { rest, questions: first, generation: { asked } }: NewQuestions,
): void => {
  if (!rest) return;
  const given = new Set(stemsOf(first));
  followGeneration<QuizDocument, MadeQuestions>(
    { own, follow: content.follow, clock },
    {
      userId,
      id,
      runId,
      rest,
      added: (quiz, { questions: all, usage, shortfall, limitation }, isWhole) => {
        const added = all
          .filter(({ question }) => !given.has(question))
          .slice(0, asked - given.size)
          .map((question): QuizQuestion => ({ _id: newId(() => clock().getTime()), ...question }));
        for (const stem of stemsOf(added)) given.add(stem);
        const written = quiz.questions.findIndex(isWritten);
        const questions = quiz.questions.toSpliced(written < 0 ? quiz.questions.length : written, 0, ...added);
        return {
          change: {
            questions,
            description: descriptionWith(quiz, questions.length),
            askedStems: rememberedStems(quiz.askedStems, stemsOf(added)),
            ...(isWhole && { usage: addUsage(quiz.usage, usage), shortfall, limitation }),
          },
          made: given.size,
        };
      },
    },
  );
};
