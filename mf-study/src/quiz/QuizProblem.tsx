import { useFocusMode } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { Button, ErrorState, NotFoundState, PageHead, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Below = styled.div`
  margin-top: ${space[24]};
`;

export interface QuizProblemProps {
  /** Whether the quiz does not exist, which makes a retry pointless. */
  isAbsent: boolean;
  isRetrying: boolean;
  onRetry: () => void;
}

/** Replaces a quiz that could not be loaded. */
export const QuizProblem = ({ isAbsent, isRetrying, onRetry }: QuizProblemProps): ReactNode => {
  useFocusMode(false);
  if (isAbsent) {
    return (
      <NotFoundState
        title="Quiz Not Found"
        drawing="quiz"
        action={
          <Button as={Link} to="/quizzes" variant="secondary">
            Back to quizzes
          </Button>
        }
      >
        The quiz you&apos;re looking for doesn&apos;t exist.
      </NotFoundState>
    );
  }
  return (
    <>
      <PageHead title="Failed to Load Quiz" />
      <ErrorState onRetry={onRetry} isRetrying={isRetrying}>
        The quiz could not be loaded. Try again, or choose another one.
      </ErrorState>
      <Below>
        <Button as={Link} to="/quizzes" variant="quiet">
          Back to quizzes
        </Button>
      </Below>
    </>
  );
};
