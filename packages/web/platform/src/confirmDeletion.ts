import { confirm } from './confirm';
import { reportError } from './reportError';
import { toast } from './toast';

export interface DeletionWords {
  question: string;
  /** Names the item that is deleted, and what is deleted with it. */
  details?: string;
  /** The toast after success. */
  done: string;
  /** The fallback toast for a failure without a server message. */
  failed: string;
}

/** Asks for confirmation of a deletion. */
export const askDeletion = ({ question, details }: Pick<DeletionWords, 'question' | 'details'>): Promise<boolean> =>
  confirm({
    ...(details === undefined ? { question } : { title: question, question: details }),
    confirmLabel: 'Delete',
    isDestructive: true,
  });

/** Deletes after confirmation, and reports the outcome in a toast. */
export const confirmDeletion = async ({ done, failed, ...asked }: DeletionWords, remove: () => Promise<unknown>): Promise<void> => {
  if (!(await askDeletion(asked))) return;
  try {
    await remove();
    toast.success(done);
  } catch (error) {
    reportError(error, failed);
  }
};
