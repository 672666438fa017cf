import { calls } from '@lectern/contracts';
import { call, reportError, toast, toastDuration, usePageTitle } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { Button, Form, TextField, TextLink } from '@lectern/ui';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { AuthCard } from '../shared/AuthCard';
import { messages } from '../shared/messages';

/** Mails a link to choose a new password. */
export const ForgotPasswordScreen = (): ReactNode => {
  usePageTitle('Forgot password');
  const { register, handleSubmit, formState } = useForm<{ email: string }>({ defaultValues: { email: '' } });

  const submit = async ({ email }: { email: string }): Promise<void> => {
    try {
      await call(calls.forgotPassword, { body: { email } });
      toast.success('Reset link sent to your email!', { duration: toastDuration.short });
    } catch (error) {
      reportError(error, 'Failed to send reset link');
    }
  };

  return (
    <AuthCard
      title="Forgot password"
      lead="Tell us your email, and we send you a link to choose a new password."
      foot={
        <TextLink as={Link} to="/login">
          Back to Sign In
        </TextLink>
      }
    >
      <Form onSubmit={(event) => void handleSubmit(submit)(event)}>
        <TextField
          label="Email"
          type="email"
          required
          autoComplete="email"
          error={formState.errors.email?.message}
          {...register('email', { required: messages.required })}
        />
        <Button type="submit" isWide isBusy={formState.isSubmitting} busyLabel="Sending...">
          Send Reset Link
        </Button>
      </Form>
    </AuthCard>
  );
};
