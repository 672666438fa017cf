import type { ReactElement } from 'react';
import { toast as library } from 'react-hot-toast';
import { Link } from './router';

/** Milliseconds; without one a success stays 2 s, an error 4 s. */
export const toastDuration = { short: 1_000, long: 2_000 } as const;

export interface ToastOptions {
  /** Milliseconds. */
  duration?: number;
  /** A new toast replaces one on screen that has the same id; without one its text is the id, so that no sentence is shown twice at once. */
  id?: string;
  /** A link beside the text. */
  action?: { label: string; to: string } | undefined;
}

/** In a flex box, where a blank before it has no width. The padding is for fingers; the margin keeps it on the line of the text. */
const linkStyle = { flex: 'none', margin: '-0.5em 0 -0.5em 0.75em', padding: '0.5em 0' } as const;

const withAction = (text: string, id: string, action: ToastOptions['action']): string | ReactElement =>
  action ? (
    <>
      <span>{text}</span>{' '}
      <Link
        to={action.to}
        style={linkStyle}
        onClick={() => {
          library.dismiss(id);
        }}
      >
        {action.label}
      </Link>
    </>
  ) : (
    text
  );

/** Toasts at the top centre. The durations default to the library's: 2 s for success, 4 s for errors. */
export const toast = {
  success: (text: string, { action, id = text, ...options }: ToastOptions = {}): void => {
    library.success(withAction(text, id, action), { id, ...options });
  },
  error: (text: string, options: Omit<ToastOptions, 'action'> = {}): void => {
    // Set on each toast, because the library ignores this option of its Toaster.
    library.error(text, { id: text, ...options, ariaProps: { role: 'alert', 'aria-live': 'assertive' } });
  },
  /** Neither success nor error: "Redirecting to checkout...". */
  plain: (text: string, options: Omit<ToastOptions, 'action'> = {}): void => {
    library(text, { id: text, ...options });
  },
  dismiss: (id?: string): void => {
    library.dismiss(id);
  },
};
