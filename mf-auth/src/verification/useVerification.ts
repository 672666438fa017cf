import { ApiError, errorText, loadUser, signIn, toast } from '@lectern/platform';
import { useCallback, useEffect, useState } from 'react';
import { forgetRegistration } from '../shared/keptRegistration';
import { noteVisitor } from '../shared/knownVisitor';
import { followLink, hasCode, type Verified } from './followLink';

const fallback = "We couldn't verify your email. The link may have expired or is invalid.";

type VerificationState =
  | { name: 'verifying' }
  /** The address was registered several times. The password identifies the visitor's own registration. */
  | { name: 'password-needed' }
  | { name: 'success' }
  | { name: 'error'; text: string };

export interface Verification {
  state: VerificationState;
  /** Signs in with the session in the response. */
  welcome: (verified: Verified) => Promise<void>;
  fail: (error: unknown) => void;
}

/** Verifies the address with the link's token when the page opens. */
export const useVerification = (token: string): Verification => {
  const [state, setState] = useState<VerificationState>({ name: 'verifying' });

  const welcome = useCallback(async ({ token: session, user }: Verified): Promise<void> => {
    forgetRegistration();
    noteVisitor();
    signIn(session, user);
    setState({ name: 'success' });
    try {
      await loadUser();
    } catch {
      // The verification response already has the profile. If a page needs more, the shell offers "Try again".
    }
  }, []);

  const fail = useCallback((error: unknown): void => {
    setState({ name: 'error', text: errorText(error, fallback) });
    // The page already shows the server's message.
    if (!(error instanceof ApiError && error.msg !== undefined)) toast.error('Verification failed');
  }, []);

  useEffect(() => {
    let isHere = true;
    followLink(token).then(welcome, (error: unknown) => {
      if (!isHere) return;
      if (hasCode(error, 'password_needed')) setState({ name: 'password-needed' });
      else fail(error);
    });
    return () => {
      isHere = false;
    };
  }, [token, welcome, fail]);
  return { state, welcome, fail };
};
