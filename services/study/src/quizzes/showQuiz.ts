import type { Quiz } from '@lectern/contracts';
import { withPictures } from '../items/itemPictures.ts';
import type { QuizDocument } from '../store.ts';
import type { StudyContext } from '../StudyContext.ts';
import { asQuiz } from './quizDocument.ts';

/** Returns a whole quiz with the pictures of its slides. */
export const showQuiz = async (study: StudyContext, userId: string, quiz: Promise<Quiz> | Quiz): Promise<Quiz> => {
  const { studyMaterialId, questions, ...rest } = await quiz;
  return { ...rest, studyMaterialId, questions: await withPictures(study, userId, studyMaterialId, questions) };
};

/** Returns the function that creates the answer of a call from the quiz that it stores. */
export const quizAnswer =
  (study: StudyContext) =>
  (quiz: QuizDocument): Promise<Quiz> =>
    showQuiz(study, quiz.userId, asQuiz(quiz, study.clock()));
