import { ApiError, errorText, leave, logOut, toast, useConfirm } from '@lectern/platform';
import { useNavigate } from '@lectern/platform/router';
import { useCallback } from 'react';
import { tellLoggedOut } from '../sessionToasts';

/** Asks, tells the server, forgets the session, and goes to the start. */
export const useLogout = (): (() => void) => {
  const confirm = useConfirm();
  const navigate = useNavigate();
  return useCallback(() => {
    const logout = async (): Promise<void> => {
      if (!(await confirm({ question: 'Are you sure you want to logout?', confirmLabel: 'Logout' }))) return;
      const failure = await logOut().then(
        () => undefined,
        (error: unknown) => error,
      );
      // Someone who leaves a shared computer must not stay signed in on it because a server is down.
      leave();
      void navigate('/');
      if (failure !== undefined && !(failure instanceof ApiError && failure.endedSession)) toast.error(errorText(failure, 'Logout failed'));
      else tellLoggedOut();
    };
    void logout();
  }, [confirm, navigate]);
};
