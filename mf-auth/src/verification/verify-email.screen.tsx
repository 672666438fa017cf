import { afterSignIn, getSession, intendedPath, usePageTitle } from '@lectern/platform';
import { Link, useNavigate, useParams } from '@lectern/platform/router';
import { Button, CheckCircle2, color, space, Spinner, XCircle } from '@lectern/ui';
import { useEffect, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { AuthCard } from '../shared/AuthCard';
import { PasswordQuestion } from './PasswordQuestion';
import { useVerification } from './useVerification';

/** How long the success is shown. Milliseconds. */
const redirectMs = 2_000;

const Sign = styled.div<{ $isGood: boolean }>`
  display: flex;
  gap: ${space[12]};
  align-items: center;
  color: ${({ $isGood }) => ($isGood ? color.success : color.danger)};
  svg {
    width: 40px;
    height: 40px;
  }
`;

const titles = {
  verifying: 'Verifying your email',
  'password-needed': 'Verifying your email',
  success: 'Email Verified!',
  error: 'Verification Failed',
} as const;

/** Follows the mailed link and shows the result. */
export const VerifyEmailScreen = (): ReactNode => {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const { state, welcome, fail } = useVerification(token);
  usePageTitle(titles[state.name]);

  useEffect(() => {
    if (state.name !== 'success') return;
    // Read now: another tab may meanwhile do what was intended.
    const target = afterSignIn(getSession());
    const timer = setTimeout(() => void navigate(target, { replace: true }), redirectMs);
    return () => {
      clearTimeout(timer);
    };
  }, [state, navigate]);

  if (state.name === 'verifying')
    return (
      <AuthCard title="Verifying your email" lead="One moment, please.">
        <Spinner label="Verifying your email" isCentred />
      </AuthCard>
    );
  if (state.name === 'password-needed')
    return <PasswordQuestion token={token} onVerified={(verified) => void welcome(verified)} onInvalid={fail} />;
  if (state.name === 'success')
    return (
      <AuthCard
        title="Email Verified!"
        lead={`Your account is ready. We are taking you ${intendedPath() === undefined ? 'to your dashboard' : 'back'}.`}
      >
        <Sign $isGood role="status">
          <CheckCircle2 aria-hidden />
          <span>You are signed in.</span>
        </Sign>
      </AuthCard>
    );
  return (
    <AuthCard title="Verification Failed">
      <Sign $isGood={false} role="alert">
        <XCircle aria-hidden />
        <span>{state.text}</span>
      </Sign>
      <Button as={Link} to="/login" isWide>
        Return to Login
      </Button>
    </AuthCard>
  );
};
