import { calls } from '@lectern/contracts';
import { call, reportError, toast, toastDuration, usePageTitle } from '@lectern/platform';
import { Link, useNavigate, useParams } from '@lectern/platform/router';
import { Button, Form, PasswordField, TextLink } from '@lectern/ui';
import { useEffect, useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { AuthCard } from '../shared/AuthCard';
import { messages, shortestPassword } from '../shared/messages';

const redirectMs = 2_000;

interface Fields {
  password: string;
  confirmation: string;
}

/** Sets a new password by the mailed link. */
export const ResetPasswordScreen = (): ReactNode => {
  usePageTitle('Reset password');
  const { token = '' } = useParams();
  const navigate = useNavigate();
  const [isDone, setIsDone] = useState(false);
  const { register, handleSubmit, formState } = useForm<Fields>({ defaultValues: { password: '', confirmation: '' } });
  const { errors, isSubmitting } = formState;

  useEffect(() => {
    if (!isDone) return;
    const timer = setTimeout(() => void navigate('/login'), redirectMs);
    return () => {
      clearTimeout(timer);
    };
  }, [isDone, navigate]);

  const submit = async ({ password }: Fields): Promise<void> => {
    try {
      await call(calls.resetPassword, { path: { token }, body: { password } });
      toast.success('Password reset successful! Redirecting to login...', { duration: toastDuration.long });
      setIsDone(true);
    } catch (error) {
      reportError(error, 'Password reset failed');
    }
  };

  return (
    <AuthCard
      title="Reset password"
      lead="Choose a new password. You will be signed out everywhere else."
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
          {...register('confirmation', { validate: (text, { password }) => text === password || messages.passwordsDiffer })}
        />
        <Button type="submit" isWide disabled={isDone} isBusy={isSubmitting} busyLabel="Resetting Password...">
          Reset Password
        </Button>
      </Form>
    </AuthCard>
  );
};
