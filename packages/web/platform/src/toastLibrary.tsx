import type { ReactElement } from 'react';
import { toast as library } from 'react-hot-toast';
import { Link } from './router';
import type { ToastOptions, Toasts } from './toast';

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

/** The toasts of react-hot-toast. */
export const toasts: Toasts = {
  success: (text, { action, id = text, ...options } = {}) => {
    library.success(withAction(text, id, action), { id, ...options });
  },
  error: (text, options = {}) => {
    // Set on each toast, because the library ignores this option of its Toaster.
    library.error(text, { id: text, ...options, ariaProps: { role: 'alert', 'aria-live': 'assertive' } });
  },
  plain: (text, options = {}) => {
    library(text, { id: text, ...options });
  },
  dismiss: (id) => {
    library.dismiss(id);
  },
};
