import type { ReactNode } from 'react';
import { ErrorState } from './ErrorState';
import { NotFoundState } from './NotFoundState';
import { VisuallyHidden } from './VisuallyHidden';

export interface SharedProblemProps {
  /** Whether the link is unknown or has ended. Otherwise the page could not be read. */
  isAbsent: boolean;
  onRetry: () => void;
  isRetrying: boolean;
  /** A link to the start of the site. */
  action: ReactNode;
}

/** Shown in place of a shared page if its link does not work, and if it could not be read. */
export const SharedProblem = ({ isAbsent, onRetry, isRetrying, action }: SharedProblemProps): ReactNode =>
  isAbsent ? (
    <NotFoundState title="This link does not work." drawing="guide" action={action}>
      It may have ended, or it is incomplete. Ask the person who sent it for a new one.
    </NotFoundState>
  ) : (
    <>
      <VisuallyHidden as="h1">Shared page</VisuallyHidden>
      <ErrorState onRetry={onRetry} isRetrying={isRetrying}>
        We could not load this page.
      </ErrorState>
    </>
  );
