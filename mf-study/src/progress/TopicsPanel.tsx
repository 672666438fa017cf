import { calls } from '@lectern/contracts';
import { call } from '@lectern/platform';
import { useQuery } from '@lectern/platform/query';
import { ErrorState, SidePanel, TextSkeleton } from '@lectern/ui';
import type { ReactNode } from 'react';
import type { TopicScore } from '../quiz/QuizSession';
import { TopicScoreList } from '../quiz/TopicScoreList';
import { quizKey } from '../shared/studyKeys';

/** The topic scores of the latest attempt at a quiz. */
const readTopics = async (quizId: string, signal: AbortSignal): Promise<TopicScore[]> => {
  const [newest] = await call(calls.listAttempts, { path: { id: quizId }, signal });
  if (!newest) return [];
  const { questions } = await call(calls.getAttempt, { path: { id: quizId, attemptId: newest._id }, signal });
  return questions.map(({ topic, answer, correctAnswer }) => ({ topic, correct: answer === correctAnswer ? 1 : 0, total: 1 }));
};

/** Sums the scores of equal topics, in order of first appearance. */
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
  /** Title of the guide. */
  title: string;
  /** The quizzes whose latest attempts are summed. */
  quizIds: readonly string[];
  isOpen: boolean;
  onClose: () => void;
  /** Returns the element that opened the panel. */
  returnFocus: () => HTMLElement | undefined;
}

/** The learner's score per topic of a guide, summed over the latest attempts at its quizzes. */
export const TopicsPanel = ({ title, quizIds, ...panel }: TopicsPanelProps): ReactNode => (
  <SidePanel {...panel} title={`Topics of ${title}`}>
    <Topics quizIds={quizIds} />
  </SidePanel>
);
