import { toast, toastDuration } from '@lectern/platform';

/** The id of the toast about the end of a session: a logout replaces the message that the server refused the token. */
const id = 'session-ended';

export const tellSessionEnded = (): void => {
  toast.error('Your session has ended. Please sign in again.', { id });
};

export const tellLoggedOut = (): void => {
  toast.success('Logged out successfully', { id, duration: toastDuration.short });
};
