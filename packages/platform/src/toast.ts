import { toast as library } from 'react-hot-toast';

/** Milliseconds (specification, section 9); without one a success stays 2 s, an error 4 s. */
export const toastDuration = { short: 1_000, long: 2_000 } as const;

export interface ToastOptions {
  /** Milliseconds. */
  duration?: number;
  /** A toast with the id of one on screen replaces it. */
  id?: string;
}

/** A line at top-centre. Defaults are the library's: 2 s for success, 4 s for errors. */
export const toast = {
  success: (text: string, options: ToastOptions = {}): void => {
    library.success(text, options);
  },
  error: (text: string, options: ToastOptions = {}): void => {
    // With the toast itself: the library overwrites what its Toaster says about this.
    library.error(text, { ...options, ariaProps: { role: 'alert', 'aria-live': 'assertive' } });
  },
  /** Neither good nor bad: "Redirecting to checkout...". */
  plain: (text: string, options: ToastOptions = {}): void => {
    library(text, options);
  },
  dismiss: (id?: string): void => {
    library.dismiss(id);
  },
};
