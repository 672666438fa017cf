import { calls } from '@lectern/contracts';
import { call } from '@lectern/platform';
import { useQuery } from '@lectern/platform/query';
import { ErrorState, SidePanel, TextSkeleton } from '@lectern/ui';
import type { ReactNode } from 'react';
import type { TopicScore } from '../quiz/QuizSession';
import { TopicScoreList } from '../quiz/TopicScoreList';
import { quizKey } from '../shared/studyKeys';

/** The newest attempt at a quiz, as the score of each of its topics. */
const readTopics = async (quizId: string, signal: AbortSignal): Promise<TopicScore[]> => {
  const [newest] = await call(calls.listAttempts, { path: { id: quizId }, signal });
  if (!newest) return [];
  const { questions } = await call(calls.getAttempt, { path: { id: quizId, attemptId: newest._id }, signal });
  return questions.map(({ topic, answer, correctAnswer }) => ({ topic, correct: answer === correctAnswer ? 1 : 0, total: 1 }));
};

/** The scores of equal topics as one, in the order of their first appearance. */
const sumTopics = (scores: readonly TopicScore[]): TopicScore[] =>
  [...Map.groupBy(scores, ({ topic }) => topic)].map(([topic, parts]) => ({
    topic,
    correct: parts.reduce((sum, part) => sum + part.correct, 0),
    total: parts.reduce((sum, part) => sum + part.total, 0),
  }));

const Topics = ({ quizIds }: { quizIds: readonly string[] }): ReactNode => {
  const { data, isFetching, refetch } = useQuery({
    queryKey: [...quizKey('topics'), ...quizIds],
    queryFn: async ({ signal }) => sumTopics((await Promise.all(quizIds.map((id) => readTopics(id, signal)))).flat()),
    staleTime: 0,
  });
  if (data) return <TopicScoreList scores={data} />;
  if (isFetching) return <TextSkeleton label="Loading topics" lines={8} />;
  return (
    <ErrorState onRetry={() => void refetch()} isRetrying={isFetching}>
      The topics could not be loaded.
    </ErrorState>
  );
};

export interface TopicsPanelProps {
  /** The guide. */
  title: string;
  /** The quizzes whose newest attempts are summed up. */
  quizIds: readonly string[];
  isOpen: boolean;
  onClose: () => void;
  /** What opened the panel. */
  returnFocus: () => HTMLElement | undefined;
}

/** How well the learner knows each topic of a guide: the newest attempts at its quizzes, summed up. */
export const TopicsPanel = ({ title, quizIds, ...panel }: TopicsPanelProps): ReactNode => (
  <SidePanel {...panel} title={`Topics of ${title}`}>
    <Topics quizIds={quizIds} />
  </SidePanel>
);
