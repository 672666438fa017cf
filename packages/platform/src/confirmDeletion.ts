import { confirm } from './confirm';
import { reportError } from './reportError';
import { toast } from './toast';

export interface DeletionWords {
  question: string;
  /** The toast after success. */
  done: string;
  /** The toast after a failure for which the server has no sentence of its own. */
  failed: string;
}

/** Asks first, then deletes, and a toast says how it ended. */
export const confirmDeletion = async ({ question, done, failed }: DeletionWords, remove: () => Promise<unknown>): Promise<void> => {
  if (!(await confirm({ question, confirmLabel: 'Delete', isDestructive: true }))) return;
  try {
    await remove();
    toast.success(done);
  } catch (error) {
    reportError(error, failed);
  }
};
