import { afterSignIn, arrive, loadUser, resume, useSession, type Access } from '@lectern/platform';
import { Navigate } from '@lectern/platform/router';
import { ErrorState, PageSkeleton } from '@lectern/ui';
import { useEffect, useState, type ReactNode } from 'react';

export interface GuardProps {
  access: Access;
  /** Keeps the page mounted after it has signed the visitor in itself. */
  staysAfterSignIn?: boolean | undefined;
  /** Learners see the signed-out page as well. */
  isPublic?: boolean | undefined;
  children: ReactNode;
}

/** Restricts access to a page: signed-out pages redirect learners to /dashboard, signed-in pages redirect visitors to /login. */
export const Guard = ({ access, staysAfterSignIn = false, isPublic = false, children }: GuardProps): ReactNode => {
  const session = useSession();
  const { isAuthenticated, token, userLoad, hasLeft } = session;
  const [cameSignedOut] = useState(!isAuthenticated && token === undefined);
  useEffect(() => {
    if (hasLeft && access === 'signed-out') arrive();
  }, [hasLeft, access]);
  useEffect(() => {
    if (isAuthenticated && access === 'signed-in') resume();
  }, [isAuthenticated, access]);
  if (isPublic) return children;
  if (token !== undefined && !isAuthenticated) {
    if (userLoad !== 'unreachable') return <PageSkeleton />;
    return (
      <ErrorState
        title="We could not load your account"
        onRetry={() => {
          loadUser().catch(() => undefined);
        }}
      >
        You are still signed in. Check your connection, then try again.
      </ErrorState>
    );
  }
  if (access === 'signed-in') return isAuthenticated ? children : <Navigate to={hasLeft ? '/' : '/login'} replace />;
  if (isAuthenticated && !(staysAfterSignIn && cameSignedOut)) return <Navigate to={afterSignIn(session)} replace />;
  return children;
};
