import type { QuizListItem } from '@lectern/contracts';
import type { MeterTone, Tone } from '@lectern/ui';

export interface MaterialProgress {
  /** The guide; of a quiz that was made from several guides, the quiz. */
  studyMaterialId: string;
  title: string;
  /** The mean of the quizzes' running averages, weighted by attempts: percent, 0 before the first attempt. */
  average: number;
  attempts: number;
  /** Scores of the latest attempts, oldest first; attempts at an older quiz come before those at a newer one. */
  recentScores: readonly number[];
  quizCount: number;
  /** The quiz to practise: the one with the lowest average; one that was not tried comes first. */
  nextQuizId: string;
  /** The newest quizzes that were tried, for the scores by topic. */
  triedQuizIds: readonly string[];
}

/** How many attempts the chart shows. */
const attemptsShown = 20;

/** How many quizzes of a guide the scores by topic are made of. */
const quizzesByTopic = 5;

/**
 * One entry for each study material that has a quiz, in the order of their newest quizzes. A quiz that was made from several has an entry of its
 * own.
 */
export const progressByMaterial = (quizzes: readonly QuizListItem[]): MaterialProgress[] => {
  const groups = Map.groupBy(quizzes, (quiz) => quiz.studyMaterialId ?? quiz._id);
  return [...groups].flatMap(([studyMaterialId, group]) => {
    const [newest] = group;
    if (!newest) return [];
    const attempts = group.reduce((sum, quiz) => sum + quiz.attempts, 0);
    const total = group.reduce((sum, quiz) => sum + quiz.running_average * quiz.attempts, 0);
    const weakest = group.reduce((low, quiz) => (quiz.running_average < low.running_average ? quiz : low), newest);
    return [
      {
        studyMaterialId,
        title: newest.studyMaterialTitle,
        average: attempts === 0 ? 0 : total / attempts,
        attempts,
        recentScores: group
          .toReversed()
          .flatMap((quiz) => quiz.recentScores ?? [])
          .slice(-attemptsShown),
        quizCount: group.length,
        nextQuizId: weakest._id,
        triedQuizIds: group
          .filter((quiz) => quiz.attempts > 0)
          .slice(0, quizzesByTopic)
          .map(({ _id }) => _id),
      },
    ];
  });
};

export interface Level {
  label: 'Mastery' | 'Strong Understanding' | 'Needs Practice' | 'Not yet tried';
  badge: Tone;
  bar: MeterTone;
  /** What to do next with the guide. */
  next: string;
}

/** The level badge: 90 or more, 75 or more, below. Before the first attempt there is no level. */
export const levelOf = ({ average, attempts }: Pick<MaterialProgress, 'average' | 'attempts'>): Level => {
  if (attempts === 0) return { label: 'Not yet tried', badge: 'neutral', bar: 'accent', next: 'Take the quiz' };
  if (average >= 90) return { label: 'Mastery', badge: 'success', bar: 'good', next: 'Keep it fresh' };
  if (average >= 75) return { label: 'Strong Understanding', badge: 'info', bar: 'accent', next: 'Take it again' };
  return { label: 'Needs Practice', badge: 'warning', bar: 'near', next: 'Practice again' };
};
