import { ApiError } from './ApiError';
import { toast, type ToastOptions } from './toast';
import { openUpgradeModal } from './upgradeModal';

/** The sentence to show for an error (specification, section 8): the server's, else the fallback, else the general one. */
export const errorText = (error: unknown, fallback?: string): string =>
  (error instanceof ApiError ? error.msg : undefined) ?? fallback ?? 'Something went wrong';

/**
 * What every failed call of a screen ends in: with `upgradeRequired` the upgrade modal and a toast, otherwise a toast.
 * A call that the learner or the page gave up says nothing, and that the session has ended the shell says.
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
