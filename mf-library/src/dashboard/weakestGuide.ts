import type { QuizListItem } from '@lectern/contracts';

export interface WeakGuide {
  studyMaterialId: string;
  title: string;
  /** The mean of the quizzes' running averages, weighted by attempts. Whole percent. */
  average: number;
  /** The guide's quiz with the lowest average. */
  quizId: string;
}

/** The average from which a guide counts as mastered. Percent. */
const mastered = 90;

/** Returns the guide with the lowest average among those that were attempted and are not mastered; undefined if there is none. */
export const weakestGuide = (quizzes: readonly QuizListItem[]): WeakGuide | undefined => {
  const tried = Map.groupBy(
    quizzes.filter(({ attempts }) => attempts > 0),
    ({ studyMaterialId }) => studyMaterialId,
  );
  const guides = [...tried].flatMap(([studyMaterialId, group]) => {
    const [lowest] = group.toSorted((one, other) => one.running_average - other.running_average);
    if (!lowest || studyMaterialId === null) return [];
    const attempts = group.reduce((sum, quiz) => sum + quiz.attempts, 0);
    const total = group.reduce((sum, quiz) => sum + quiz.running_average * quiz.attempts, 0);
    return [{ studyMaterialId, title: lowest.studyMaterialTitle, average: Math.round(total / attempts), quizId: lowest._id }];
  });
  return guides.filter(({ average }) => average < mastered).sort((one, other) => one.average - other.average)[0];
};
