import { toast, toastDuration } from '@lectern/platform';

/** Shared by both toasts, so that the one about a logout replaces the one about a rejected token. */
const id = 'session-ended';

export const tellSessionEnded = (): void => {
  toast.error('Your session has ended. Please sign in again.', { id });
};

export const tellLoggedOut = (): void => {
  toast.success('Logged out successfully', { id, duration: toastDuration.short });
};
