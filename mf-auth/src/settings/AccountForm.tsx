import { calls, nameProblem, type User } from '@lectern/contracts';
import { call, reportError, toast, toastDuration, updateUser, useDraft } from '@lectern/platform';
import { Button, FieldRow, Form, FormActions, TextField } from '@lectern/ui';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';

/** Names can be changed, the address cannot. What is typed survives a session that expires before it is saved. */
export const AccountForm = ({ user }: { user: User }): ReactNode => {
  const typedFirst = useDraft<string | undefined>('settings.first-name', undefined);
  const typedLast = useDraft<string | undefined>('settings.last-name', undefined);
  const [wasTried, setWasTried] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const last = useRef<HTMLInputElement>(null);

  const firstName = typedFirst.value ?? user.firstName;
  const lastName = typedLast.value ?? user.lastName;
  const problemOf = (name: string): string | undefined => (wasTried ? nameProblem(name) : undefined);

  const save = async (): Promise<void> => {
    setIsSaving(true);
    try {
      const answer = await call(calls.updateProfile, { body: { firstName, lastName } });
      updateUser(answer.user);
      typedFirst.clear();
      typedLast.clear();
      setWasTried(false);
      toast.success('Profile updated successfully', { duration: toastDuration.short });
    } catch (error) {
      reportError(error, 'Failed to update profile');
    } finally {
      setIsSaving(false);
    }
  };

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setWasTried(true);
    if (nameProblem(firstName) !== undefined) first.current?.focus();
    else if (nameProblem(lastName) !== undefined) last.current?.focus();
    else void save();
  };

  return (
    <Form onSubmit={submit}>
      <FieldRow>
        <TextField
          ref={first}
          label="First name"
          autoComplete="given-name"
          maxLength={200}
          value={firstName}
          error={problemOf(firstName)}
          onChange={(event) => {
            typedFirst.set(event.target.value);
          }}
        />
        <TextField
          ref={last}
          label="Last name"
          autoComplete="family-name"
          maxLength={200}
          value={lastName}
          error={problemOf(lastName)}
          onChange={(event) => {
            typedLast.set(event.target.value);
          }}
        />
      </FieldRow>
      <TextField label="Email" type="email" value={user.email} readOnly hint="Your email cannot be changed." />
      <FormActions>
        <Button type="submit" isBusy={isSaving} busyLabel="Saving...">
          Save Changes
        </Button>
      </FormActions>
    </Form>
  );
};
