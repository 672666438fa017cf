import { calls, emailProblem, shownAddress } from '@lectern/contracts';
import { call, toast, toastDuration, useFailure, usePageTitle } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { Button, FailureNotice, Form, TextField, TextLink } from '@lectern/ui';
import { useState, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { AuthCard } from '../shared/AuthCard';
import { messages } from '../shared/messages';

const backToSignIn = (
  <TextLink as={Link} to="/login">
    Back to Sign In
  </TextLink>
);

/** Shown after the form was sent, whether or not an account has the address. */
const CheckMail = ({ email, onAgain }: { email: string; onAgain: () => void }): ReactNode => (
  <AuthCard
    title="Check your email"
    lead={
      <>
        If <strong>{shownAddress(email)}</strong> has an account, a link to choose a new password is on its way. Check your spam folder,
        too.
      </>
    }
    foot={backToSignIn}
  >
    <Button variant="secondary" isWide onClick={onAgain}>
      Use another email
    </Button>
  </AuthCard>
);

/** Sends a mail with a link to choose a new password. */
export const ForgotPasswordScreen = (): ReactNode => {
  usePageTitle('Forgot password');
  const failure = useFailure();
  const [sentTo, setSentTo] = useState<string>();
  const { register, handleSubmit, formState } = useForm<{ email: string }>({ defaultValues: { email: '' } });

  const submit = async ({ email }: { email: string }): Promise<void> => {
    failure.clear();
    try {
      await call(calls.forgotPassword, { body: { email } });
      toast.success('Reset link sent to your email!', { duration: toastDuration.short });
      setSentTo(email.trim());
    } catch (error) {
      failure.report(error, 'Failed to send reset link');
    }
  };

  if (sentTo !== undefined)
    return (
      <CheckMail
        email={sentTo}
        onAgain={() => {
          setSentTo(undefined);
        }}
      />
    );
  return (
    <AuthCard title="Forgot password" lead="Enter your email, and we will send you a link to choose a new password." foot={backToSignIn}>
      <Form onSubmit={(event) => void handleSubmit(submit)(event)}>
        <TextField
          label="Email"
          type="email"
          required
          autoComplete="email"
          error={formState.errors.email?.message}
          {...register('email', { required: messages.required, validate: emailProblem })}
        />
        <FailureNotice>{failure.text}</FailureNotice>
        <Button type="submit" isWide isBusy={formState.isSubmitting} busyLabel="Sending...">
          Send Reset Link
        </Button>
      </Form>
    </AuthCard>
  );
};
