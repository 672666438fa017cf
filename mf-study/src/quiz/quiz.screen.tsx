import { isAbsent, isSessionOver, toast, usePageTitle } from '@lectern/platform';
import { useNavigate, useParams } from '@lectern/platform/router';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { ActionsSkeleton } from '../shared/ActionsSkeleton';
import { FocusPage } from '../shared/FocusPage';
import { StudyColumn } from '../shared/StudyColumn';
import { useQuiz } from '../shared/studyQueries';
import { QuizProblem } from './QuizProblem';
import { QuizRun } from './QuizRun';
import { QuizSkeleton } from './QuizSkeleton';

/** Delay after a failed load before the list of quizzes opens, in milliseconds. */
const redirectMs = 2_000;

/** The page on which the learner takes a quiz. */
export const QuizScreen = (): ReactNode => {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const { data: quiz, error, isFetching, refetch } = useQuiz(id);
  usePageTitle(quiz?.title ?? 'Quiz');

  const hasFailed = error !== null && quiz === undefined && !isFetching && !isSessionOver(error);
  const leave = useEffectEvent(() => void navigate('/quizzes'));
  useEffect(() => {
    if (!hasFailed) return;
    toast.error('Failed to load quiz. Redirecting to quizzes page...', { id: 'quiz-load' });
    const timer = setTimeout(() => {
      leave();
    }, redirectMs);
    return () => {
      clearTimeout(timer);
    };
  }, [hasFailed]);

  if (quiz) return <QuizRun key={quiz._id} quiz={quiz} />;
  if (error) {
    return (
      <StudyColumn>
        <QuizProblem isAbsent={isAbsent(error)} isRetrying={isFetching} onRetry={() => void refetch()} />
      </StudyColumn>
    );
  }
  return (
    <FocusPage closeTo="/quizzes" title="Quiz" actions={<ActionsSkeleton kind="quiz" />}>
      <QuizSkeleton />
    </FocusPage>
  );
};
