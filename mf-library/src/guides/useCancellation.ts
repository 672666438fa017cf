import { confirm, confirmAtom, platformStore } from '@lectern/platform';
import { useRef } from 'react';

const question = {
  question: 'Stop the upload? Everything you chose and typed stays.',
  confirmLabel: 'Stop',
  cancelLabel: 'Keep going',
};

export interface Cancellation {
  /** Call it when the work begins, and pass the signal to the call. */
  begin: () => AbortController;
  /** Aborts after confirmation. */
  cancel: () => void;
  /** Call it when the work has ended. Closes an open confirmation. */
  end: () => void;
}

/** Lets the learner cancel an upload, with a confirmation. */
export const useCancellation = (): Cancellation => {
  const running = useRef<AbortController>(undefined);
  const isAsking = useRef(false);
  return {
    begin: () => (running.current = new AbortController()),
    cancel: () => {
      if (isAsking.current) return;
      isAsking.current = true;
      void confirm(question).then((isSure) => {
        isAsking.current = false;
        if (isSure) running.current?.abort();
      });
    },
    end: () => {
      running.current = undefined;
      if (isAsking.current) platformStore.get(confirmAtom)?.answer(false);
    },
  };
};
