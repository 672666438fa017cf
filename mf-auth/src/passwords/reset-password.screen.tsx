import { calls } from '@lectern/contracts';
import { ApiError, call, toast, toastDuration, useFailure, usePageTitle } from '@lectern/platform';
import { Link, useNavigate, useParams } from '@lectern/platform/router';
import { Button, FailureNotice, Form, PasswordField, TextLink } from '@lectern/ui';
import { useEffect, useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { AuthCard } from '../shared/AuthCard';
import { messages, shortestPassword } from '../shared/messages';

const redirectMs = 2_000;

interface Fields {
  password: string;
  confirmation: string;
}

interface Reset {
  /** The password was changed. The screen then navigates to the sign-in page. */
  isDone: boolean;
  /** The link is no longer valid. */
  isDead: boolean;
  failure: string | undefined;
  submit: (fields: Fields) => Promise<void>;
}

const useReset = (token: string): Reset => {
  const navigate = useNavigate();
  const [isDone, setIsDone] = useState(false);
  const [isDead, setIsDead] = useState(false);
  const { text: failure, report, clear } = useFailure();

  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => void navigate('/login'), redirectMs);
    return () => {
      clearTimeout(timer);
    };
  }, [isDone, navigate]);

  const submit = async ({ password }: Fields): Promise<void> => {
    clear();
    try {
      await call(calls.resetPassword, { path: { token }, body: { password } });
      toast.success('Password reset successful! Redirecting to login...', { duration: toastDuration.long });
      setIsDone(true);
    } catch (error) {
      setIsDead(error instanceof ApiError && error.code === 'link_invalid');
      report(error, 'Password reset failed');
    }
  };
  return { isDone, isDead, failure, submit };
};

/** The error of the last attempt. For an expired link, also a link to request a new one. */
const ResetFailure = ({ failure, isDead }: Pick<Reset, 'failure' | 'isDead'>): ReactNode => (
  <FailureNotice
    action={
      isDead && (
        <TextLink as={Link} to="/forgot-password">
          Request a new link
        </TextLink>
      )
    }
  >
    {failure}
  </FailureNotice>
);

/** Sets a new password through the mailed link. */
export const ResetPasswordScreen = (): ReactNode => {
  usePageTitle('Reset password');
  const { token = '' } = useParams();
  const { isDone, isDead, failure, submit } = useReset(token);
  const { register, handleSubmit, formState } = useForm<Fields>({ defaultValues: { password: '', confirmation: '' } });
  const { errors, isSubmitting } = formState;

  return (
    <AuthCard
      title="Reset password"
      lead="Choose a new password. You will be signed out on all devices."
      foot={
        <TextLink as={Link} to="/login">
          Back to Sign In
        </TextLink>
      }
    >
      <Form onSubmit={(event) => void handleSubmit(submit)(event)}>
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint="At least 8 characters."
          error={errors.password?.message}
          {...register('password', {
            minLength: { value: shortestPassword, message: messages.passwordTooShort },
            required: messages.passwordTooShort,
          })}
        />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          error={errors.confirmation?.message}
          {...register('confirmation', {
            required: messages.confirmationMissing,
            validate: (text, { password }) => text === password || messages.passwordsDiffer,
          })}
        />
        <ResetFailure failure={failure} isDead={isDead} />
        <Button type="submit" isWide disabled={isDone} isBusy={isSubmitting} busyLabel="Resetting Password...">
          Reset Password
        </Button>
      </Form>
    </AuthCard>
  );
};
