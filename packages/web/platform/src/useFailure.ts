import { useCallback, useState } from 'react';
import { ApiError } from './ApiError';
import { errorText, reportError } from './reportError';
import type { ToastOptions } from './toast';

/** The error of a failed call, shown next to the button that made it. */
export interface Failure {
  /** Kept until the next attempt. Undefined if there is nothing to show. */
  text: string | undefined;
  /** Reports the error as `reportError` does, and keeps its text. The upgrade modal keeps its own reason. */
  report: (error: unknown, fallback?: string, options?: ToastOptions) => void;
  /** Call it when the next attempt begins. */
  clear: () => void;
}

const offline = 'Lectern cannot be reached. Check your connection and try again; what you typed is still here.';

const lastingText = (error: unknown, fallback: string | undefined): string | undefined => {
  if (error instanceof ApiError) {
    if (error.isCancelled || error.endedSession || error.upgradeRequired) return undefined;
    if (error.isNetwork) return offline;
  }
  return errorText(error, fallback);
};

/**
 * Keeps the error of a form's call, because its toast disappears.
 *
 * @example
 * const { text, report, clear } = useFailure();
 * const submit = async (): Promise<void> => {
 *   clear();
 *   await call(calls.deleteAccount).catch((error: unknown) => report(error, 'Failed to delete account'));
 * };
 * return <><FailureNotice>{text}</FailureNotice><Button onClick={() => void submit()}>Delete Account</Button></>;
 */
export const useFailure = (): Failure => {
  const [text, setText] = useState<string>();
  const report = useCallback((error: unknown, fallback?: string, options?: ToastOptions) => {
    reportError(error, fallback, options);
    setText(lastingText(error, fallback));
  }, []);
  const clear = useCallback(() => {
    setText(undefined);
  }, []);
  return { text, report, clear };
};
