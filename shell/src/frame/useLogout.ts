import { counted } from '@lectern/contracts';
import { ApiError, countUnsent, errorText, getSession, leave, logOut, toast, useConfirm } from '@lectern/platform';
import { useNavigate } from '@lectern/platform/router';
import { useCallback } from 'react';
import { tellLoggedOut } from '../sessionToasts';

/** Asks for confirmation, ends the session on the server and in the browser, and navigates to the landing page. */
export const useLogout = (): (() => void) => {
  const confirm = useConfirm();
  const navigate = useNavigate();
  return useCallback(() => {
    const logout = async (): Promise<void> => {
      const { user } = getSession();
      const unsent = user ? countUnsent(user._id) : 0;
      const loss = unsent === 0 ? '' : ` ${counted(unsent, 'answer')} saved only on this device will be lost.`;
      if (!(await confirm({ question: `Are you sure you want to logout?${loss}`, confirmLabel: 'Logout' }))) return;
      const failure = await logOut().then(
        () => undefined,
        (error: unknown) => error,
      );
      // If the server is down, the session in the browser still ends, because the computer may be shared.
      leave();
      void navigate('/');
      if (failure !== undefined && !(failure instanceof ApiError && failure.endedSession)) toast.error(errorText(failure, 'Logout failed'));
      else tellLoggedOut();
    };
    void logout();
  }, [confirm, navigate]);
};
