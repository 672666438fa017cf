import { calls, emailProblem, nameProblem } from '@lectern/contracts';
import {
  ApiError,
  awaitVerification,
  call,
  type Failure,
  intendedPath,
  toast,
  toastDuration,
  useFailure,
  useIdempotencyKey,
  usePageTitle,
} from '@lectern/platform';
import { Link, useNavigate } from '@lectern/platform/router';
import { Button, FailureNotice, FieldRow, Form, PasswordField, TextField, TextLink } from '@lectern/ui';
import type { ReactNode } from 'react';
import { useForm, type FieldErrors, type UseFormReturn } from 'react-hook-form';
import { AuthCard } from '../shared/AuthCard';
import { keepRefusedRegistration, keepRegistration } from '../shared/keptRegistration';
import { noteVisitor } from '../shared/knownVisitor';
import { messages, shortestPassword } from '../shared/messages';

interface Fields {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  confirmation: string;
}

/** Registers and navigates to the page that asks for the verification. Reports errors instead of throwing them. */
const useRegistration = ({ report, clear }: Failure): ((fields: Fields) => Promise<void>) => {
  const navigate = useNavigate();
  const { keyFor, done } = useIdempotencyKey();
  return async ({ confirmation: _confirmation, ...body }) => {
    const secret = keyFor(body);
    clear();
    try {
      const { email } = await call(calls.register, { body, idempotencyKey: secret });
      done();
      keepRegistration(secret);
      noteVisitor();
      awaitVerification(email);
      toast.success('Registration successful! Please verify your email.', { duration: toastDuration.short });
      void navigate('/verify');
    } catch (error) {
      // Someone else may have registered this address. The secret keeps a mailed link in this browser from verifying their registration.
      if (error instanceof ApiError && error.status === 429) keepRefusedRegistration(secret);
      report(error, 'Registration failed', { duration: toastDuration.short });
    }
  };
};

type FieldsProps = Pick<UseFormReturn<Fields>, 'register'> & { errors: FieldErrors<Fields> };

const PersonFields = ({ register, errors }: FieldsProps): ReactNode => (
  <>
    <FieldRow>
      <TextField
        label="First name"
        autoComplete="given-name"
        maxLength={200}
        error={errors.firstName?.message}
        {...register('firstName', { validate: nameProblem })}
      />
      <TextField
        label="Last name"
        autoComplete="family-name"
        maxLength={200}
        error={errors.lastName?.message}
        {...register('lastName', { validate: nameProblem })}
      />
    </FieldRow>
    <TextField
      label="Email"
      type="email"
      autoComplete="email"
      error={errors.email?.message}
      {...register('email', { required: messages.required, validate: emailProblem })}
    />
  </>
);

const NewPasswordFields = ({ register, errors }: FieldsProps): ReactNode => (
  <>
    <PasswordField
      label="Password"
      autoComplete="new-password"
      hint="At least 8 characters."
      error={errors.password?.message}
      {...register('password', {
        minLength: { value: shortestPassword, message: messages.passwordTooShort },
        required: messages.passwordTooShort,
      })}
    />
    <PasswordField
      label="Confirm password"
      autoComplete="new-password"
      error={errors.confirmation?.message}
      {...register('confirmation', {
        required: messages.confirmationMissing,
        validate: (text, { password }) => text === password || messages.passwordsDiffer,
      })}
    />
  </>
);

/** Creates an account. The address must be verified through a mailed link before the first sign-in. */
export const RegisterScreen = (): ReactNode => {
  usePageTitle('Create your account');
  const failure = useFailure();
  const submit = useRegistration(failure);
  const { register, handleSubmit, formState } = useForm<Fields>({
    defaultValues: { firstName: '', lastName: '', email: '', password: '', confirmation: '' },
  });
  const { errors, isSubmitting } = formState;
  return (
    <AuthCard
      title="Create your account"
      lead={`Free for 5 guides. No payment card needed.${intendedPath() === undefined ? '' : ' We will copy what you picked into your account.'}`}
      foot={
        <span>
          Already registered?{' '}
          <TextLink as={Link} to="/login">
            Sign in
          </TextLink>
        </span>
      }
    >
      <Form onSubmit={(event) => void handleSubmit(submit)(event)}>
        <PersonFields register={register} errors={errors} />
        <NewPasswordFields register={register} errors={errors} />
        <FailureNotice>{failure.text}</FailureNotice>
        <Button type="submit" isWide isBusy={isSubmitting} busyLabel="Registering...">
          Register
        </Button>
      </Form>
    </AuthCard>
  );
};
