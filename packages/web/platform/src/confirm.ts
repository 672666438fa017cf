import { atom } from 'jotai';
import { useCallback } from 'react';
import { platformStore } from './store';

export interface ConfirmRequest {
  /** The question: 'Are you sure you want to logout?'. */
  question: string;
  /** The dialog's name; the question itself when left out. */
  title?: string;
  /** What the confirming button says: a verb. */
  confirmLabel: string;
  cancelLabel?: string;
  /** The action deletes something. */
  isDestructive?: boolean;
}

export interface PendingConfirm extends ConfirmRequest {
  answer: (confirmed: boolean) => void;
}

/** The question on screen. The shell draws it. */
export const confirmAtom = atom<PendingConfirm | undefined>(undefined);

/** Asks in an alert dialog; false when the learner cancels or presses Escape. */
export const confirm = (request: ConfirmRequest): Promise<boolean> => {
  platformStore.get(confirmAtom)?.answer(false);
  return new Promise((resolve) => {
    const pending: PendingConfirm = {
      ...request,
      answer: (confirmed) => {
        if (platformStore.get(confirmAtom) === pending) platformStore.set(confirmAtom, undefined);
        resolve(confirmed);
      },
    };
    platformStore.set(confirmAtom, pending);
  });
};

/** `confirm` as a hook: `if (await confirm({ question, confirmLabel: 'Delete' })) …`. */
export const useConfirm = (): typeof confirm => useCallback(confirm, []);
