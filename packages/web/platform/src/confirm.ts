import { atom } from 'jotai';
import { useCallback } from 'react';
import { platformStore } from './store';

export interface ConfirmRequest {
  /** The question: 'Are you sure you want to logout?'. */
  question: string;
  /** The dialog's accessible name. Defaults to the question. */
  title?: string;
  /** The label of the confirming button: a verb. */
  confirmLabel: string;
  cancelLabel?: string;
  /** Whether the action deletes something. */
  isDestructive?: boolean;
}

export interface PendingConfirm extends ConfirmRequest {
  answer: (confirmed: boolean) => void;
}

/** The question on screen. The shell renders it. */
export const confirmAtom = atom<PendingConfirm | undefined>(undefined);

/** Asks in an alert dialog. Resolves to false if the learner cancels or presses Escape. */
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
