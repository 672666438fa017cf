import { getSession, platformStore, sessionAtom } from '@lectern/platform';
import { cohortOf } from '@lectern/registry/cohort';

/** The same as in the page server's cookie. Seconds. */
const maxAge = 30 * 24 * 60 * 60;

/**
 * Keeps a signed-in learner in the same cohort on every device while a remote has two versions: derives the cookie that the page server
 * reads from their id. Takes effect on the next page load.
 */
export const keepCohort = (): void => {
  const write = (): void => {
    const { user } = getSession();
    if (!user) return;
    const cookie = `cohort=${String(cohortOf(user._id))}`;
    if (!document.cookie.split('; ').includes(cookie)) document.cookie = `${cookie}; Path=/; Max-Age=${String(maxAge)}; SameSite=Lax`;
  };
  write();
  platformStore.sub(sessionAtom, write);
};
