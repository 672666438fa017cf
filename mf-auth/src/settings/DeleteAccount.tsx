import { calls } from '@lectern/contracts';
import { call, leave, toast, toastDuration, useConfirm, useFailure } from '@lectern/platform';
import { useNavigate } from '@lectern/platform/router';
import { Button, FailureNotice, FormActions, Trash2 } from '@lectern/ui';
import { forgetVisitor } from '../shared/knownVisitor';
import { useState, type ReactNode } from 'react';

/** Deletes the account after confirmation. */
export const DeleteAccount = (): ReactNode => {
  const confirm = useConfirm();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const failure = useFailure();

  const remove = async (): Promise<void> => {
    const question = 'Are you sure you want to delete your account? This action cannot be undone.';
    if (!(await confirm({ question, confirmLabel: 'Delete account', isDestructive: true }))) return;
    failure.clear();
    setIsBusy(true);
    try {
      await call(calls.deleteAccount);
      toast.success('Account deleted successfully', { duration: toastDuration.short });
      forgetVisitor();
      leave();
      void navigate('/', { replace: true });
    } catch (error) {
      failure.report(error, 'Failed to delete account');
      setIsBusy(false);
    }
  };

  return (
    <>
      <FailureNotice>{failure.text}</FailureNotice>
      <FormActions>
        <Button variant="danger" icon={<Trash2 aria-hidden />} isBusy={isBusy} busyLabel="Deleting..." onClick={() => void remove()}>
          Delete Account
        </Button>
      </FormActions>
    </>
  );
};
