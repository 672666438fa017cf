import { calls, nameProblem, shownAddress, type User } from '@lectern/contracts';
import { call, toast, toastDuration, updateUser, useDraft, useFailure } from '@lectern/platform';
import { Button, FailureNotice, FieldRow, Form, FormActions, TextField } from '@lectern/ui';
import { useRef, useState, type FormEvent, type ReactNode, type RefObject } from 'react';

interface NameFieldProps {
  label: string;
  autoComplete: 'given-name' | 'family-name';
  field: RefObject<HTMLInputElement | null>;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

const NameField = ({ field, onChange, ...rest }: NameFieldProps): ReactNode => (
  <TextField
    ref={field}
    maxLength={200}
    onChange={(event) => {
      onChange(event.target.value);
    }}
    {...rest}
  />
);

interface ProfileDraft {
  firstName: string;
  lastName: string;
  setFirstName: (value: string) => void;
  setLastName: (value: string) => void;
  isSaving: boolean;
  /** The error of the last attempt to save. */
  failure: string | undefined;
  /** Resolves to true if the names were saved. */
  save: () => Promise<boolean>;
}

/** The edited names, which survive a session that expires before they are saved. Defaults to the user's names. */
const useProfileDraft = (user: User): ProfileDraft => {
  const typedFirst = useDraft<string | undefined>('settings.first-name', undefined);
  const typedLast = useDraft<string | undefined>('settings.last-name', undefined);
  const [isSaving, setIsSaving] = useState(false);
  const { text: failure, report, clear } = useFailure();
  const firstName = typedFirst.value ?? user.firstName;
  const lastName = typedLast.value ?? user.lastName;
  const save = async (): Promise<boolean> => {
    setIsSaving(true);
    clear();
    try {
      const answer = await call(calls.updateProfile, { body: { firstName, lastName } });
      updateUser(answer.user);
      typedFirst.clear();
      typedLast.clear();
      toast.success('Profile updated successfully', { duration: toastDuration.short });
      return true;
    } catch (error) {
      report(error, 'Failed to update profile');
      return false;
    } finally {
      setIsSaving(false);
    }
  };
  return { firstName, lastName, setFirstName: typedFirst.set, setLastName: typedLast.set, isSaving, failure, save };
};

/** The form for the names. The address cannot be changed. */
export const AccountForm = ({ user }: { user: User }): ReactNode => {
  const { firstName, lastName, setFirstName, setLastName, isSaving, failure, save } = useProfileDraft(user);
  const [wasTried, setWasTried] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const last = useRef<HTMLInputElement>(null);
  const problemOf = (name: string): string | undefined => (wasTried ? nameProblem(name) : undefined);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setWasTried(true);
    if (nameProblem(firstName) !== undefined) first.current?.focus();
    else if (nameProblem(lastName) !== undefined) last.current?.focus();
    else if (await save()) setWasTried(false);
  };

  return (
    <Form onSubmit={(event) => void submit(event)}>
      <FieldRow>
        <NameField
          field={first}
          label="First name"
          autoComplete="given-name"
          value={firstName}
          error={problemOf(firstName)}
          onChange={setFirstName}
        />
        <NameField
          field={last}
          label="Last name"
          autoComplete="family-name"
          value={lastName}
          error={problemOf(lastName)}
          onChange={setLastName}
        />
      </FieldRow>
      <TextField label="Email" value={shownAddress(user.email)} readOnly hint="Your email cannot be changed." />
      <FailureNotice>{failure}</FailureNotice>
      <FormActions>
        <Button type="submit" isBusy={isSaving} busyLabel="Saving...">
          Save Changes
        </Button>
      </FormActions>
    </Form>
  );
};
