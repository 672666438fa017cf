import { calls } from '@lectern/contracts';
import { call, errorText, useFailure } from '@lectern/platform';
import { Link } from '@lectern/platform/router';
import { Button, FailureNotice, Form, PasswordField, TextLink } from '@lectern/ui';
import { useEffect, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { AuthCard } from '../shared/AuthCard';
import { messages } from '../shared/messages';
import { hasCode, type Verified } from './followLink';

export interface PasswordQuestionProps {
  /** The token of the mailed link. */
  token: string;
  onVerified: (verified: Verified) => void;
  /** Called if the link is no longer valid. */
  onInvalid: (error: unknown) => void;
}

/** Asks for the password: if an address was registered several times, it identifies the visitor's own registration. */
export const PasswordQuestion = ({ token, onVerified, onInvalid }: PasswordQuestionProps): ReactNode => {
  const { register, handleSubmit, setError, setFocus, formState } = useForm<{ password: string }>({ defaultValues: { password: '' } });
  const { errors, isSubmitting } = formState;
  const failure = useFailure();
  useEffect(() => {
    setFocus('password');
  }, [setFocus]);
  const submit = async ({ password }: { password: string }): Promise<void> => {
    failure.clear();
    try {
      onVerified(await call(calls.verifyRegistration, { path: { token }, body: { password } }));
    } catch (error) {
      if (hasCode(error, 'wrong_password')) setError('password', { message: errorText(error) }, { shouldFocus: true });
      else if (hasCode(error, 'link_invalid')) onInvalid(error);
      else failure.report(error, 'Verification failed');
    }
  };
  return (
    <AuthCard
      title="Enter your password"
      lead="This email was registered more than once. Your password tells us which account is yours."
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
        <FailureNotice>{failure.text}</FailureNotice>
        <Button type="submit" isWide isBusy={isSubmitting} busyLabel="Verifying...">
          Verify Email
        </Button>
      </Form>
    </AuthCard>
  );
};
