import { calls } from '@lectern/contracts';
import { call, reportError, toast, toastDuration, usePageTitle, useSession } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { Button, Notice, TextLink } from '@lectern/ui';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { AuthCard } from '../shared/AuthCard';

const noAddress = 'No email address found. Please try logging in again.';

/** Asks the learner to open the mailed link. Sends the mail when the page opens. */
export const VerifyScreen = (): ReactNode => {
  usePageTitle('Verify your email');
  const { pendingEmail } = useSession();
  const [isSending, setIsSending] = useState(false);
  const hasSent = useRef(false);

  const send = useCallback(async (): Promise<void> => {
    if (pendingEmail === undefined) {
      toast.error(noAddress);
      return;
    }
    setIsSending(true);
    try {
      await call(calls.resendVerification, { body: { email: pendingEmail } });
      toast.success('Verification email sent successfully!', { duration: toastDuration.short });
    } catch (error) {
      reportError(error, 'Failed to send verification email');
    } finally {
      setIsSending(false);
    }
  }, [pendingEmail]);

  useEffect(() => {
    // One mail when the page opens, however often it is rendered.
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
            We have sent a link to <strong>{pendingEmail}</strong>. Open it to go on; it works for 24 hours.
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
      <Button isWide variant="secondary" isBusy={isSending} busyLabel="Sending..." onClick={() => void send()}>
        Resend Verification Email
      </Button>
    </AuthCard>
  );
};
