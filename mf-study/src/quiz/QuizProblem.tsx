import { useFocusMode } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { Button, ErrorState, PageHead, space } from '@lectern/ui';
import type { ReactNode } from 'react';
import { styled } from 'styled-components';

const Below = styled.div`
  margin-top: ${space[24]};
`;

export interface QuizProblemProps {
  /** The quiz does not exist, so there is no "Try again". */
  isAbsent: boolean;
  isRetrying: boolean;
  onRetry: () => void;
}

/** Shown in place of a quiz that could not be loaded. */
export const QuizProblem = ({ isAbsent, isRetrying, onRetry }: QuizProblemProps): ReactNode => {
  useFocusMode(false);
  return (
    <>
      <PageHead title={isAbsent ? 'Quiz Not Found' : 'Failed to Load Quiz'} />
      <ErrorState {...(!isAbsent && { onRetry, isRetrying })}>
        {isAbsent ? "The quiz you're looking for doesn't exist." : 'The quiz could not be read. Try again, or choose another one.'}
      </ErrorState>
      <Below>
        <Button as={Link} to="/quizzes" variant="quiet">
          Back to quizzes
        </Button>
      </Below>
    </>
  );
};
