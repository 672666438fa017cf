import { confirm } from './confirm';
import { reportError } from './reportError';
import { toast } from './toast';

export interface DeletionWords {
  question: string;
  /** What is deleted, by name, and what goes with it. */
  details?: string;
  /** The toast after success. */
  done: string;
  /** The toast after a failure for which the server has no sentence of its own. */
  failed: string;
}

/** Asks whether to delete. */
export const askDeletion = ({ question, details }: Pick<DeletionWords, 'question' | 'details'>): Promise<boolean> =>
  confirm({
    ...(details === undefined ? { question } : { title: question, question: details }),
    confirmLabel: 'Delete',
    isDestructive: true,
  });

/** Asks first, then deletes, and a toast says how it ended. */
export const confirmDeletion = async ({ done, failed, ...asked }: DeletionWords, remove: () => Promise<unknown>): Promise<void> => {
  if (!(await askDeletion(asked))) return;
  try {
    await remove();
    toast.success(done);
  } catch (error) {
    reportError(error, failed);
  }
};
