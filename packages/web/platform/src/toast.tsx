import type { ReactElement } from 'react';
import { toast as library } from 'react-hot-toast';
import { Link } from './router';

/** Durations in milliseconds. Without one a success is shown for 2 s, an error for 4 s. */
export const toastDuration = { short: 1_000, long: 2_000 } as const;

export interface ToastOptions {
  /** Milliseconds. */
  duration?: number;
  /** A new toast replaces a visible one with the same id. Defaults to the text, so that no sentence is shown twice at a time. */
  id?: string;
  /** A link next to the text. */
  action?: { label: string; to: string } | undefined;
}

/**
 * For a flex box, where a leading blank has no width. The padding enlarges the touch target; the margin keeps the link on the line of the
 * text.
 */
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

/** Shows toasts at the top centre. The durations default to the library's: 2 s for success, 4 s for errors. */
export const toast = {
  success: (text: string, { action, id = text, ...options }: ToastOptions = {}): void => {
    library.success(withAction(text, id, action), { id, ...options });
  },
  error: (text: string, options: Omit<ToastOptions, 'action'> = {}): void => {
    // Set on each toast, because the library ignores this option of its Toaster.
    library.error(text, { id: text, ...options, ariaProps: { role: 'alert', 'aria-live': 'assertive' } });
  },
  /** A neutral toast: "Redirecting to checkout...". */
  plain: (text: string, options: Omit<ToastOptions, 'action'> = {}): void => {
    library(text, { id: text, ...options });
  },
  dismiss: (id?: string): void => {
    library.dismiss(id);
  },
};
