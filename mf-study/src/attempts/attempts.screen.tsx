import { calls, type QuizAttempt } from '@lectern/contracts';
import { call, formatDate, usePageTitle } from '@lectern/platform';
import { useQuery } from '@lectern/platform/query';
import { Link, useParams, useSearchParams } from '@lectern/platform/router';
import { Badge, Breadcrumb, Button, color, EmptyState, ErrorState, media, PageHead, radius, size, space, TextSkeleton } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';
import { clockWords } from '../quiz/clockWords';
import { scoreTone } from '../quiz/scoreWords';
import { ItemTitle } from '../shared/ItemTitle';
import { StudyColumn } from '../shared/StudyColumn';
import { quizKey } from '../shared/studyKeys';
import { useQuiz } from '../shared/studyQueries';
import { AttemptDetail } from './AttemptDetail';

const List = styled.ol`
  display: grid;
  gap: ${space[12]};
`;

const Entry = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: ${space[4]} ${space[16]};
  padding: ${space[12]} ${space[16]};
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.raised};
  > div:first-child {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: ${space[4]} ${space[12]};
  }
  strong {
    min-width: 3.5ch;
    font-size: ${size[18]};
    font-variant-numeric: tabular-nums;
  }
  span {
    color: ${color['ink-soft']};
  }
  @media ${media.small} {
    span {
      font-size: ${size[14]};
    }
  }
`;

const tones = { good: 'success', near: 'warning', full: 'danger', accent: 'accent' } as const;

/** Cached under the quiz's key, so that invalidating the quiz also invalidates its attempts. */
const useAttempts = (quizId: string) =>
  useQuery({
    queryKey: [...quizKey(quizId), 'attempts'],
    queryFn: ({ signal }) => call(calls.listAttempts, { path: { id: quizId }, signal }),
    staleTime: 0,
  });

const AttemptEntry = ({ quizId, attempt }: { quizId: string; attempt: QuizAttempt }): ReactNode => (
  <Entry>
    <div>
      <strong>{attempt.score}%</strong>
      <Badge tone={tones[scoreTone(attempt.score)]}>
        {attempt.correctAnswers} of {attempt.totalQuestions}
      </Badge>
      <span>
        {formatDate(attempt.finishedAt)}
        {attempt.mode === 'test' && ', taken as a test'}
        {attempt.durationMs !== undefined && `, ${clockWords(attempt.durationMs)}`}
      </span>
    </div>
    <Button
      as={Link}
      to={`/quizzes/${quizId}/attempts?attempt=${attempt._id}`}
      variant="secondary"
      aria-label={`View attempt of ${formatDate(attempt.finishedAt)}, ${String(attempt.score)}%`}
    >
      View attempt
    </Button>
  </Entry>
);

const AttemptList = ({ quizId }: { quizId: string }): ReactNode => {
  const { data, error, isFetching, refetch } = useAttempts(quizId);
  if (data?.length === 0) {
    return (
      <EmptyState
        drawing="quiz"
        action={
          <Button as={Link} to={`/quizzes/${quizId}`}>
            Take Quiz
          </Button>
        }
      >
        No attempts yet. Every attempt you submit is listed here.
      </EmptyState>
    );
  }
  if (data) {
    return (
      <List>
        {data.map((attempt) => (
          <AttemptEntry key={attempt._id} quizId={quizId} attempt={attempt} />
        ))}
      </List>
    );
  }
  if (error && !isFetching) {
    return <ErrorState onRetry={() => void refetch()}>The attempts could not be loaded.</ErrorState>;
  }
  return <TextSkeleton label="Loading attempts" lines={5} />;
};

/** All attempts at a quiz, newest first. `?attempt=ID` shows one attempt with its questions. */
export const AttemptsScreen = (): ReactNode => {
  const { id = '' } = useParams();
  const [parameters] = useSearchParams();
  const attemptId = parameters.get('attempt');
  const { data: quiz } = useQuiz(id);
  usePageTitle('Attempts');
  return (
    <StudyColumn>
      <Breadcrumb
        items={[
          <Link key="quizzes" to="/quizzes">
            Quizzes
          </Link>,
          ...(attemptId === null
            ? []
            : [
                <Link key="attempts" to={`/quizzes/${id}/attempts`}>
                  Attempts
                </Link>,
              ]),
          quiz ? <ItemTitle key="quiz" title={quiz.title} /> : 'Quiz',
        ]}
      />
      <PageHead title={attemptId === null ? 'Attempts' : 'Attempt'} context={quiz && <ItemTitle title={quiz.title} />} />
      {attemptId === null ? <AttemptList quizId={id} /> : <AttemptDetail quizId={id} attemptId={attemptId} quiz={quiz} />}
    </StudyColumn>
  );
};
