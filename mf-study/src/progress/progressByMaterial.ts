import type { FlashcardDeckListItem, QuizListItem } from '@lectern/contracts';
import { levelOfPercent, type KnowledgeLevel, type MeterTone, type Tone } from '@lectern/ui';

export interface MaterialProgress {
  /** Id of the guide, or of the quiz if it was made from several guides. */
  studyMaterialId: string;
  title: string;
  /** Mean of the quizzes' running averages, weighted by attempts. A percentage; 0 before the first attempt. */
  average: number;
  attempts: number;
  /** Scores of the latest attempts, oldest first. Attempts at an older quiz precede those at a newer one. */
  recentScores: readonly number[];
  quizCount: number;
  deckCount: number;
  /** The quiz to practise: one that was never taken, otherwise the one with the lowest average. Undefined without a quiz. */
  nextQuizId: string | undefined;
  /** The newest quizzes with attempts, for the topic scores. */
  triedQuizIds: readonly string[];
}

/** Maximum number of attempts in the chart. */
const attemptsShown = 20;

/** Maximum number of quizzes per guide in the topic scores. */
const quizzesByTopic = 5;

/** Progress per study material that has a quiz, in the order of their newest quizzes. A quiz made from several study materials has its own entry. */
const progressOfQuizzes = (quizzes: readonly QuizListItem[]): Omit<MaterialProgress, 'deckCount'>[] => {
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

/** Progress per study material that has a quiz or a deck. Those with decks alone come last, in the order of their newest decks. */
export const progressByMaterial = (quizzes: readonly QuizListItem[], decks: readonly FlashcardDeckListItem[] = []): MaterialProgress[] => {
  const decksOf = Map.groupBy(decks, ({ studyMaterialId }) => studyMaterialId);
  const withQuizzes = progressOfQuizzes(quizzes).map((each) => ({ ...each, deckCount: decksOf.get(each.studyMaterialId)?.length ?? 0 }));
  const known = new Set(withQuizzes.map(({ studyMaterialId }) => studyMaterialId));
  const withDecks = [...decksOf].flatMap(([studyMaterialId, group]) =>
    studyMaterialId === null || known.has(studyMaterialId)
      ? []
      : {
          studyMaterialId,
          title: group[0]?.studyMaterialTitle ?? '',
          ...{ average: 0, attempts: 0, recentScores: [], quizCount: 0, deckCount: group.length, nextQuizId: undefined, triedQuizIds: [] },
        },
  );
  return [...withQuizzes, ...withDecks];
};

export interface Level {
  label: KnowledgeLevel['label'] | 'Not yet tried';
  badge: Tone;
  bar: MeterTone;
  /** Suggested next step. */
  next: string;
}

const nextSteps: Record<KnowledgeLevel['label'], string> = {
  Mastery: 'Keep it fresh',
  'Strong Understanding': 'Take it again',
  'Needs Practice': 'Practice again',
};

/** The level badge by average. There is no level before the first attempt. */
export const levelOf = ({ average, attempts }: Pick<MaterialProgress, 'average' | 'attempts'>): Level => {
  if (attempts === 0) return { label: 'Not yet tried', badge: 'neutral', bar: 'accent', next: 'Take the quiz' };
  const level = levelOfPercent(average);
  return { ...level, next: nextSteps[level.label] };
};
