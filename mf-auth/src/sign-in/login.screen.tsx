import { calls, emailProblem } from '@lectern/contracts';
import {
  afterSignIn,
  awaitVerification,
  call,
  type Failure,
  getSession,
  loadUser,
  productName,
  reportError,
  signIn,
  toast,
  toastDuration,
  useFailure,
  usePageTitle,
} from '@lectern/platform';
import { Link, useNavigate } from '@lectern/platform/router';
import { Button, FailureNotice, Form, PasswordField, TextField, TextLink } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { AuthCard, type AuthCardProps } from '../shared/AuthCard';
import { forgetRegistration } from '../shared/keptRegistration';
import { isKnownVisitor, noteVisitor } from '../shared/knownVisitor';
import { messages } from '../shared/messages';

interface Fields {
  email: string;
  password: string;
}

/**
 * Signs a learner in and navigates on, or to the verification page if the address is unverified. Reports errors instead of throwing them.
 */
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
      noteVisitor();
      toast.success('Successfully logged in!', { duration: toastDuration.short });
      void navigate(afterSignIn(getSession()), { replace: true });
      // The login response already has the profile, so a failure here changes nothing on the page.
      await loadUser().catch((error: unknown) => {
        reportError(error);
      });
    } catch (error) {
      report(error, 'Login failed. Please check your credentials.', { duration: toastDuration.short });
    }
  };
};

/** The heading and the line below it. A first visit is not welcomed back. */
const greetingOf = (isKnown: boolean): Pick<AuthCardProps, 'title' | 'lead'> =>
  isKnown
    ? { title: 'Welcome back', lead: 'Sign in to pick up where you left off.' }
    : { title: `Sign in to ${productName}`, lead: 'Turn your slides into guides, quizzes and cards.' };

export const LoginScreen = (): ReactNode => {
  usePageTitle('Sign in');
  // Read once, because signing in must not change the heading.
  const [greeting] = useState(() => greetingOf(isKnownVisitor()));
  const failure = useFailure();
  const submit = useLogin(failure);
  const { register, handleSubmit, formState } = useForm<Fields>({ defaultValues: { email: '', password: '' } });
  const { errors, isSubmitting } = formState;
  return (
    <AuthCard
      {...greeting}
      foot={
        <TextLink as={Link} to="/forgot-password">
          Forgot password?
        </TextLink>
      }
    >
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
        <Button as={Link} to="/register" variant="secondary" isWide>
          Create an account
        </Button>
      </Form>
    </AuthCard>
  );
};
