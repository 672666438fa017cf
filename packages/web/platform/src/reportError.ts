import { ApiError } from './ApiError';
import { toast, type ToastOptions } from './toast';
import { openUpgradeModal } from './upgradeModal';

/** The sentence to show for an error: the server's, else the fallback, else the general one. */
export const errorText = (error: unknown, fallback?: string): string =>
  (error instanceof ApiError ? error.msg : undefined) ?? fallback ?? 'Something went wrong';

/**
 * Reports a failed call in a toast, and with `upgradeRequired` in the upgrade modal as well. Ignores a cancelled call, and an ended
 * session, which the shell reports.
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
