import { getSession, platformStore, sessionAtom } from '@lectern/platform';
import { cohortOf } from '@lectern/registry/cohort';

/** As long as the page server's own. Seconds. */
const maxAge = 30 * 24 * 60 * 60;

/**
 * While a remote is split, a signed-in person has the same share on every device: the cookie by which the page server chooses is written
 * from their id. It counts from the next page on.
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
