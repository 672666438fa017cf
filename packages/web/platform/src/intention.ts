import { isRecord } from '@lectern/contracts';
import { browserStorage } from './browserStorage';

const storageKey = 'lectern.intention';
/** How long an intention is kept, in milliseconds: as long as the link in the mail after a registration works. */
const keptMs = 24 * 60 * 60 * 1000;

/** Remembers a page on which a visitor wanted something that needs an account. The next sign-in in this browser leads there. */
export const keepIntention = (path: string): void => {
  // Local storage, because the mailed link opens in another tab.
  browserStorage.local.writeJson(storageKey, { path, at: Date.now() });
};

/** The page to which a sign-in leads; undefined if nothing is intended. */
export const intendedPath = (): string | undefined => {
  const stored = browserStorage.local.readJson(storageKey);
  if (!isRecord(stored) || typeof stored['path'] !== 'string' || typeof stored['at'] !== 'number') return undefined;
  const age = Date.now() - stored['at'];
  return age >= 0 && age < keptMs && /^\/[^/]/.test(stored['path']) ? stored['path'] : undefined;
};

/** Forgets what was intended on this page. @returns whether something was */
export const takeIntention = (path: string): boolean => {
  if (intendedPath() !== path) return false;
  browserStorage.local.remove(storageKey);
  return true;
};
