import { calls, type User } from '@lectern/contracts';
import { call, reportError, toast, updateUser } from '@lectern/platform';
import { Button, FieldRow, Form, FormActions, TextField } from '@lectern/ui';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { messages } from '../shared/messages';

interface Fields {
  firstName: string;
  lastName: string;
}

/** Names can be changed, the address cannot. */
export const AccountForm = ({ user }: { user: User }): ReactNode => {
  const { register, handleSubmit, formState, reset } = useForm<Fields>({ values: { firstName: user.firstName, lastName: user.lastName } });
  const { errors, isSubmitting } = formState;

  const submit = async ({ firstName, lastName }: Fields): Promise<void> => {
    try {
      const answer = await call(calls.updateProfile, { body: { firstName, lastName } });
      updateUser(answer.user);
      reset({ firstName: answer.user.firstName, lastName: answer.user.lastName });
      toast.success('Profile updated successfully');
    } catch (error) {
      reportError(error, 'Failed to update profile');
    }
  };

  return (
    <Form onSubmit={(event) => void handleSubmit(submit)(event)}>
      <FieldRow>
        <TextField
          label="First name"
          autoComplete="given-name"
          maxLength={200}
          error={errors.firstName?.message}
          {...register('firstName', { validate: (text) => text.trim() !== '' || messages.required })}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          maxLength={200}
          error={errors.lastName?.message}
          {...register('lastName', { validate: (text) => text.trim() !== '' || messages.required })}
        />
      </FieldRow>
      <TextField label="Email" type="email" value={user.email} readOnly hint="Your email cannot be changed." />
      <FormActions>
        <Button type="submit" isBusy={isSubmitting} busyLabel="Saving...">
          Save Changes
        </Button>
      </FormActions>
    </Form>
  );
};
