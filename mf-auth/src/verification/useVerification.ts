import { ApiError, errorText, loadUser, signIn, toast } from '@lectern/platform';
import { useCallback, useEffect, useState } from 'react';
import { forgetRegistration } from '../shared/keptRegistration';
import { followLink, hasCode, type Verified } from './followLink';

const fallback = "We couldn't verify your email. The link may have expired or is invalid.";

export type VerificationState =
  | { name: 'verifying' }
  /** Several registered this address: the password tells whose registration this is. */
  | { name: 'password-needed' }
  | { name: 'success' }
  | { name: 'error'; text: string };

export interface Verification {
  state: VerificationState;
  /** Signs in with what the server answered. */
  welcome: (verified: Verified) => Promise<void>;
  fail: (error: unknown) => void;
}

/** Follows the link with this token as soon as the page is there. */
export const useVerification = (token: string): Verification => {
  const [state, setState] = useState<VerificationState>({ name: 'verifying' });

  const welcome = useCallback(async ({ token: session, user }: Verified): Promise<void> => {
    forgetRegistration();
    signIn(session, user);
    setState({ name: 'success' });
    try {
      await loadUser();
    } catch {
      // The answer had the profile already; the shell offers "Try again" where it matters.
    }
  }, []);

  const fail = useCallback((error: unknown): void => {
    setState({ name: 'error', text: errorText(error, fallback) });
    // A sentence of the server's own stands on the page already.
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
