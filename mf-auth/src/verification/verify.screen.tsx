import { calls, shownAddress } from '@lectern/contracts';
import { ApiError, call, toast, toastDuration, useFailure, usePageTitle, useSession } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { Button, FailureNotice, Notice, TextLink } from '@lectern/ui';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { AuthCard } from '../shared/AuthCard';
import { useCountdown } from './useCountdown';

/** The server sends at most one mail per address within this time. Seconds. */
const pauseSeconds = 60;

const noAddress = 'No email address found. Please try logging in again.';

/** Asks the learner to open the mailed link. Sends the mail when the page opens. */
export const VerifyScreen = (): ReactNode => {
  usePageTitle('Verify your email');
  const { pendingEmail } = useSession();
  const [isSending, setIsSending] = useState(false);
  const hasSent = useRef(false);

  const { text: failure, report, clear } = useFailure();
  const { seconds, start } = useCountdown();

  const send = useCallback(async (): Promise<void> => {
    if (pendingEmail === undefined) return;
    setIsSending(true);
    clear();
    try {
      await call(calls.resendVerification, { body: { email: pendingEmail } });
      toast.success('Verification email sent successfully!', { duration: toastDuration.short });
      start(pauseSeconds);
    } catch (error) {
      report(error, 'Failed to send verification email');
      if (error instanceof ApiError && error.retryAfterSeconds !== undefined) start(error.retryAfterSeconds);
    } finally {
      setIsSending(false);
    }
  }, [pendingEmail, report, clear, start]);

  useEffect(() => {
    // Sends one mail when the page opens, however often it is rendered.
    if (hasSent.current || pendingEmail === undefined) return;
    hasSent.current = true;
    void send();
  }, [pendingEmail, send]);

  return (
    <AuthCard
      title="Verify your email"
      lead={
        pendingEmail !== undefined && (
          <>
            We sent a link to <strong>{shownAddress(pendingEmail)}</strong>. Open it within 24 hours to continue.
          </>
        )
      }
      foot={
        <TextLink as={Link} to="/login">
          Back to Login
        </TextLink>
      }
    >
      {pendingEmail === undefined && <Notice tone="warning">{noAddress}</Notice>}
      <FailureNotice>{failure}</FailureNotice>
      <Button
        isWide
        variant="secondary"
        disabled={pendingEmail === undefined || seconds > 0}
        isBusy={isSending}
        busyLabel="Sending..."
        onClick={() => void send()}
      >
        Resend Verification Email{seconds > 0 && ` (in ${String(seconds)} s)`}
      </Button>
    </AuthCard>
  );
};
