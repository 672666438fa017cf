import { calls } from '@lectern/contracts';
import { ApiError, call, errorText, toast, toastDuration, useFailure, useSession } from '@lectern/platform';
import { Button, FailureNotice, Form, FormActions, PasswordField } from '@lectern/ui';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { messages } from '../shared/messages';

interface Fields {
  currentPassword: string;
  newPassword: string;
  confirmation: string;
}

/** Changes the password. The server checks its length. */
export const PasswordForm = (): ReactNode => {
  const { register, handleSubmit, formState, reset, setError } = useForm<Fields>({
    defaultValues: { currentPassword: '', newPassword: '', confirmation: '' },
  });
  const { errors, isSubmitting } = formState;
  const { user } = useSession();
  const failure = useFailure();

  const submit = async ({ currentPassword, newPassword }: Fields): Promise<void> => {
    failure.clear();
    try {
      await call(calls.updatePassword, { body: { currentPassword, newPassword } });
      reset();
      toast.success('Password updated successfully', { duration: toastDuration.short });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'wrong_password')
        setError('currentPassword', { message: errorText(error) }, { shouldFocus: true });
      else failure.report(error, 'Failed to update password');
    }
  };

  return (
    <Form onSubmit={(event) => void handleSubmit(submit)(event)}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="text" name="username" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        error={errors.currentPassword?.message}
        {...register('currentPassword', { required: messages.required })}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        error={errors.newPassword?.message}
        {...register('newPassword', { required: messages.required })}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        error={errors.confirmation?.message}
        {...register('confirmation', {
          required: messages.confirmationMissing,
          validate: (text, { newPassword }) => text === newPassword || 'New passwords do not match',
        })}
      />
      <FailureNotice>{failure.text}</FailureNotice>
      <FormActions>
        <Button type="submit" isBusy={isSubmitting} busyLabel="Updating...">
          Update Password
        </Button>
      </FormActions>
    </Form>
  );
};
