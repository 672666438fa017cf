import { calls, emailProblem } from '@lectern/contracts';
import {
  afterSignIn,
  awaitVerification,
  call,
  type Failure,
  getSession,
  loadUser,
  reportError,
  signIn,
  toast,
  toastDuration,
  useFailure,
  usePageTitle,
} from '@lectern/platform';
import { Link, useNavigate } from '@lectern/platform/router';
import { Button, FailureNotice, Form, PasswordField, TextField, TextLink } from '@lectern/ui';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { AuthCard } from '../shared/AuthCard';
import { forgetRegistration } from '../shared/keptRegistration';
import { messages } from '../shared/messages';

interface Fields {
  email: string;
  password: string;
}

/** Signs a learner in and navigates on; with an unverified address, to its verification. Errors are reported, not thrown. */
const useLogin = ({ report, clear }: Failure): ((fields: Fields) => Promise<void>) => {
  const navigate = useNavigate();
  return async ({ email, password }) => {
    clear();
    try {
      const { token, user } = await call(calls.login, { body: { email: email.trim(), password } });
      if (token === null) {
        awaitVerification(user.email);
        toast.error('Email not verified', { duration: toastDuration.short });
        void navigate('/verify');
        return;
      }
      signIn(token, user);
      forgetRegistration();
      toast.success('Successfully logged in!', { duration: toastDuration.short });
      void navigate(afterSignIn(getSession()), { replace: true });
      // The login answer already has the profile, so the page stays as it is when this fails.
      await loadUser().catch((error: unknown) => {
        reportError(error);
      });
    } catch (error) {
      report(error, 'Login failed. Please check your credentials.', { duration: toastDuration.short });
    }
  };
};

const LoginLinks = (): ReactNode => (
  <>
    <TextLink as={Link} to="/forgot-password">
      Forgot password?
    </TextLink>
    <span>
      New here?{' '}
      <TextLink as={Link} to="/register">
        Create an account
      </TextLink>
    </span>
  </>
);

/** Signs a learner in. */
export const LoginScreen = (): ReactNode => {
  usePageTitle('Sign in');
  const failure = useFailure();
  const submit = useLogin(failure);
  const { register, handleSubmit, formState } = useForm<Fields>({ defaultValues: { email: '', password: '' } });
  const { errors, isSubmitting } = formState;
  return (
    <AuthCard title="Welcome back" lead="Sign in to go on where you left off." foot={<LoginLinks />}>
      <Form onSubmit={(event) => void handleSubmit(submit)(event)}>
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register('email', { required: messages.required, validate: emailProblem })}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password', { required: messages.required })}
        />
        <FailureNotice>{failure.text}</FailureNotice>
        <Button type="submit" isWide isBusy={isSubmitting} busyLabel="Signing in...">
          Sign In
        </Button>
      </Form>
    </AuthCard>
  );
};
