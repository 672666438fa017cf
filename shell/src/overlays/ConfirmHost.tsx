import { confirmAtom, type PendingConfirm } from '@lectern/platform';
import { ConfirmDialog } from '@lectern/ui';
import { useAtomValue } from 'jotai';
import { useState, type ReactNode } from 'react';

/** Renders the confirmation that a screen requests through `useConfirm`. */
export const ConfirmHost = (): ReactNode => {
  const pending = useAtomValue(confirmAtom);
  // The last question stays in the dialog while it closes.
  const [last, setLast] = useState<PendingConfirm>();
  if (pending && pending !== last) setLast(pending);
  const shown = pending ?? last;
  return (
    shown && (
      <ConfirmDialog
        isOpen={pending !== undefined}
        question={shown.question}
        title={shown.title}
        confirmLabel={shown.confirmLabel}
        cancelLabel={shown.cancelLabel}
        isDestructive={shown.isDestructive}
        onAnswer={(confirmed) => pending?.answer(confirmed)}
      />
    )
  );
};
