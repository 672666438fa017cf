import { calls, type ErrorCode, type User } from '@lectern/contracts';
import { ApiError, call, errorText, loadUser, reportError, signIn, toast, usePageTitle } from '@lectern/platform';
import { Link, useNavigate, useParams } from '@lectern/platform/router';
import { Button, CheckCircle2, Form, PasswordField, Spinner, TextLink, XCircle, color, space } from '@lectern/ui';
import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { styled } from 'styled-components';
import { AuthCard } from '../shared/AuthCard';
import { forgetRegistration, isWaiting, keptRegistration } from '../shared/keptRegistration';
import { messages } from '../shared/messages';

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

interface Verified {
  token: string;
  user: User;
}

const hasCode = (error: unknown, code: ErrorCode): boolean => error instanceof ApiError && error.code === code;

/**
 * Follows the link. Where several registered the address, this browser's own registration is shown by its secret. One that was refused, or
 * waits no longer, is shown at once: what the link would verify without it is not what was typed here.
 */
const follow = async (token: string): Promise<Verified> => {
  const kept = keptRegistration();
  const showSecret = (secret: string) => call(calls.verifyRegistration, { path: { token }, body: { secret } });
  if (kept && !isWaiting(kept)) return showSecret(kept.secret);
  try {
    return await call(calls.verifyEmail, { path: { token } });
  } catch (error) {
    if (kept && hasCode(error, 'password_needed')) return showSecret(kept.secret);
    throw error;
  }
};

/** A link works once, so a page that is drawn twice asks once. */
const asked = new Map<string, Promise<Verified>>();
const verify = (token: string): Promise<Verified> => {
  const known = asked.get(token) ?? follow(token);
  asked.set(token, known);
  return known;
};

type State = { name: 'verifying' } | { name: 'password-needed' } | { name: 'success' } | { name: 'error'; text: string };

/** Asks for the password chosen, which tells the owner's registration from a stranger's. */
const PasswordQuestion = ({
  token,
  onVerified,
  onInvalid,
}: {
  token: string;
  onVerified: (verified: Verified) => void;
  onInvalid: (error: unknown) => void;
}): ReactNode => {
  const { register, handleSubmit, setError, setFocus, formState } = useForm<{ password: string }>({ defaultValues: { password: '' } });
  const { errors, isSubmitting } = formState;
  useEffect(() => {
    setFocus('password');
  }, [setFocus]);
  const submit = async ({ password }: { password: string }): Promise<void> => {
    try {
      onVerified(await call(calls.verifyRegistration, { path: { token }, body: { password } }));
    } catch (error) {
      if (hasCode(error, 'wrong_password')) setError('password', { message: errorText(error) }, { shouldFocus: true });
      else if (hasCode(error, 'link_invalid')) onInvalid(error);
      else reportError(error, 'Verification failed');
    }
  };
  return (
    <AuthCard
      title="Enter your password"
      lead="This email was registered more than once, and the password you chose tells us which account is yours."
      foot={
        <TextLink as={Link} to="/forgot-password">
          Forgot password?
        </TextLink>
      }
    >
      <Form onSubmit={(event) => void handleSubmit(submit)(event)}>
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password', { required: messages.required })}
        />
        <Button type="submit" isWide isBusy={isSubmitting} busyLabel="Verifying...">
          Verify Email
        </Button>
      </Form>
    </AuthCard>
  );
};

/** The result of the mailed link. */
export const VerifyEmailScreen = (): ReactNode => {
  usePageTitle('Verifying your email');
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const [state, setState] = useState<State>({ name: 'verifying' });

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
    // Where the server has a sentence of its own, the page shows it.
    if (!(error instanceof ApiError && error.msg !== undefined)) toast.error('Verification failed');
  }, []);

  useEffect(() => {
    let isHere = true;
    verify(token).then(welcome, (error: unknown) => {
      asked.delete(token);
      if (!isHere) return;
      if (hasCode(error, 'password_needed')) setState({ name: 'password-needed' });
      else fail(error);
    });
    return () => {
      isHere = false;
    };
  }, [token, welcome, fail]);

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
  if (state.name === 'password-needed')
    return <PasswordQuestion token={token} onVerified={(verified) => void welcome(verified)} onInvalid={fail} />;
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
