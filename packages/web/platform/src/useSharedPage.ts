import type { SharedKind } from '@lectern/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { call, loadOwnCalls } from './httpClient';
import { keepIntention, takeIntention } from './intention';
import { refreshLimits } from './limits';
import { reportError } from './reportError';
import { useLocation, useNavigate } from './router';
import { useSession } from './session';
import { toast } from './toast';
import { useIdempotencyKey } from './useIdempotencyKey';

export interface SharedPageOptions {
  kind: SharedKind;
  secret: string;
  /** Copies what is shared into the learner's account. @returns the path of the copy */
  copy: (idempotencyKey: string) => Promise<string>;
}

export interface SharedPage {
  /** Copies what is shared and opens the copy. A visitor registers first, or signs in, and comes back. */
  onCopy: () => void;
  isCopying: boolean;
  /** Reports the page to the operator. @returns the message for the reader */
  report: (reason: string) => Promise<string>;
}

/** The actions of a shared page, which anyone can read. Capability `shared-pages/1`. */
export const useSharedPage = ({ kind, secret, copy }: SharedPageOptions): SharedPage => {
  const { isAuthenticated } = useSession();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { keyFor, done } = useIdempotencyKey();
  const [isCopying, setIsCopying] = useState(false);
  const copyNow = async (): Promise<void> => {
    setIsCopying(true);
    try {
      const path = await copy(keyFor(secret));
      done();
      toast.success('Copied to your Lectern');
      void refreshLimits();
      void navigate(path);
    } catch (error) {
      reportError(error, 'Failed to copy');
    } finally {
      setIsCopying(false);
    }
  };
  const copyIfIntended = useEffectEvent(() => {
    if (takeIntention(pathname)) void copyNow();
  });
  useEffect(() => {
    if (!isAuthenticated) return undefined;
    // The mailed link opens a second tab. The one that the learner sees does the copying.
    const look = (): void => {
      if (document.visibilityState === 'visible') copyIfIntended();
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
    };
  }, [isAuthenticated]);
  return {
    onCopy: () => {
      if (isAuthenticated) void copyNow();
      else {
        keepIntention(pathname);
        void navigate('/register');
      }
    },
    isCopying,
    report: async (reason) => (await call((await loadOwnCalls()).reportShared, { body: { kind, secret, reason } })).message,
  };
};
