import { browserStorage } from '@lectern/platform';

const storageKey = 'lectern.has-account';
const { local } = browserStorage;

/** Whether somebody has signed in or registered in this browser before. */
export const isKnownVisitor = (): boolean => local.readJson(storageKey) === true;

/** Call it after a sign-in or a registration. The mark survives a logout. */
export const noteVisitor = (): void => {
  local.writeJson(storageKey, true);
};

/** Call it after the account was deleted. */
export const forgetVisitor = (): void => {
  local.remove(storageKey);
};
