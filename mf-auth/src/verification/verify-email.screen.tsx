import { calls, type User } from '@lectern/contracts';
import { ApiError, call, errorText, loadUser, signIn, toast, usePageTitle } from '@lectern/platform';
import { Link, useNavigate, useParams } from '@lectern/platform/router';
import { Button, CheckCircle2, Spinner, XCircle, color, space } from '@lectern/ui';
import { useEffect, useState, type ReactNode } from 'react';
import { styled } from 'styled-components';
import { AuthCard } from '../shared/AuthCard';

const redirectMs = 2_000;
const fallback = "We couldn't verify your email. The link may have expired or is invalid.";

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

/** A link works once, so a page that is drawn twice asks once. */
const asked = new Map<string, Promise<{ token: string; user: User }>>();
const verify = (token: string): Promise<{ token: string; user: User }> => {
  const known = asked.get(token) ?? call(calls.verifyEmail, { path: { token } });
  asked.set(token, known);
  return known;
};

type State = { name: 'verifying' } | { name: 'success' } | { name: 'error'; text: string };

/** The result of the mailed link. */
export const VerifyEmailScreen = (): ReactNode => {
  usePageTitle('Verifying your email');
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const [state, setState] = useState<State>({ name: 'verifying' });

  useEffect(() => {
    let isHere = true;
    verify(token).then(
      async (session) => {
        signIn(session.token, session.user);
        if (isHere) setState({ name: 'success' });
        try {
          await loadUser();
        } catch {
          // The answer had the profile already; the shell offers "Try again" where it matters.
        }
      },
      (error: unknown) => {
        asked.delete(token);
        if (!isHere) return;
        setState({ name: 'error', text: errorText(error, fallback) });
        // Where the server has a sentence of its own, the page shows it.
        if (!(error instanceof ApiError && error.msg !== undefined)) toast.error('Verification failed');
      },
    );
    return () => {
      isHere = false;
    };
  }, [token]);

  useEffect(() => {
    if (state.name !== 'success') return;
    const timer = setTimeout(() => void navigate('/dashboard', { replace: true }), redirectMs);
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
  if (state.name === 'success')
    return (
      <AuthCard title="Email Verified!" lead="Your account is ready. We are taking you to your dashboard.">
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
