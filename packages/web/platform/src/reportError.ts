import { ApiError } from './ApiError';
import { toast, type ToastOptions } from './toast';
import { openUpgradeModal } from './upgradeModal';

/** The sentence to show for an error: the server's, else the fallback, else the general one. */
export const errorText = (error: unknown, fallback?: string): string =>
  (error instanceof ApiError ? error.msg : undefined) ?? fallback ?? 'Something went wrong';

/**
 * Tells the learner about a failed call: with `upgradeRequired` by the upgrade modal and a toast, otherwise by a toast. Says nothing about a
 * cancelled call, nor about an ended session, which the shell announces.
 */
export const reportError = (error: unknown, fallback?: string, options: ToastOptions = {}): void => {
  if (error instanceof ApiError && (error.isCancelled || error.endedSession)) return;
  if (error instanceof ApiError && error.upgradeRequired) {
    openUpgradeModal(error.msg);
    toast.error(error.msg ?? 'Upgrade required', options);
    return;
  }
  toast.error(errorText(error, fallback), options);
};
