import { atom } from 'jotai';
import { platformStore } from './store';

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

export interface Toasts {
  success: (text: string, options?: ToastOptions) => void;
  error: (text: string, options?: Omit<ToastOptions, 'action'>) => void;
  /** A neutral toast: "Redirecting to checkout...". */
  plain: (text: string, options?: Omit<ToastOptions, 'action'>) => void;
  dismiss: (id?: string) => void;
}

/** Whether the page has to render toasts: the shell loads their component then. */
export const hasToastsAtom = atom(false);

let library: Toasts | undefined;

/** Uses this library from now on. */
export const provideToasts = (toasts: Toasts): void => {
  library = toasts;
  platformStore.set(hasToastsAtom, true);
};

/** Loads the library of toasts, which no page needs when it opens. After a failure, the next toast tries again. */
export const prepareToasts = async (): Promise<void> => {
  if (library) return;
  const { toasts } = await import(/* webpackChunkName: "toasts" */ './toastLibrary');
  provideToasts(toasts);
};

const withLibrary = (use: (toasts: Toasts) => void): void => {
  if (library) use(library);
  else
    prepareToasts().then(
      () => {
        if (library) use(library);
      },
      (error: unknown) => {
        console.error(error);
      },
    );
};

/** Shows toasts at the top centre. The durations default to the library's: 2 s for success, 4 s for errors. */
export const toast: Toasts = {
  success: (text, options) => {
    withLibrary((toasts) => {
      toasts.success(text, options);
    });
  },
  error: (text, options) => {
    withLibrary((toasts) => {
      toasts.error(text, options);
    });
  },
  plain: (text, options) => {
    withLibrary((toasts) => {
      toasts.plain(text, options);
    });
  },
  dismiss: (id) => {
    library?.dismiss(id);
  },
};
