import { toast, toastDuration } from '@lectern/platform';

/** One toast tells how the session ended: what a learner did on purpose takes the place of what the server found out meanwhile. */
const id = 'session-ended';

export const tellSessionEnded = (): void => {
  toast.error('Your session has ended. Please sign in again.', { id });
};

export const tellLoggedOut = (): void => {
  toast.success('Logged out successfully', { id, duration: toastDuration.short });
};
