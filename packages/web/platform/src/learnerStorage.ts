import { browserStorage } from './browserStorage';

const prefix = 'lectern.learner.';
const ownerKey = `${prefix}owner`;
const unsent = 'unsent.';
const { local } = browserStorage;

/**
 * This browser's storage for the signed-in learner: attempts that are not submitted, places in guides and decks. All tabs share it, and
 * logging out deletes it. A name of the form `unsent.<id of the learner>.<what>` is for a list that the server does not have yet: it survives
 * the end of a session and sign-ins of others, so that it can be sent when this learner signs in again. Must not contain text of the
 * learner's material.
 */
export const learnerStorage = {
  /** The parsed value. Undefined if nothing is stored. Its shape is unknown: check it. */
  readJson: (name: string): unknown => local.readJson(prefix + name),
  writeJson: (name: string, value: unknown): void => {
    local.writeJson(prefix + name, value);
  },
  remove: (name: string): void => {
    local.remove(prefix + name);
  },
};

const forget = (isMeant: (name: string) => boolean): void => {
  for (const key of local.keys()) if (key.startsWith(prefix) && isMeant(key.slice(prefix.length))) local.remove(key);
};

/** Deletes the stored data except unsent data. */
export const forgetLearnerStorage = (): void => {
  forget((name) => !name.startsWith(unsent));
};

/** Returns the number of a learner's unsent entries. */
export const countUnsent = (userId: string): number =>
  local
    .keys()
    .filter((key) => key.startsWith(`${prefix}${unsent}${userId}.`))
    .map((key) => local.readJson(key))
    .reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);

/** Deletes a learner's unsent data. Called after the learner logged out or deleted the account. */
export const forgetUnsentOf = (userId: string): void => {
  forget((name) => name.startsWith(`${unsent}${userId}.`));
};

/** Deletes the data of another learner who was signed in before. */
export const keepLearnerStorageOf = (email: string): void => {
  const before = local.readJson(ownerKey);
  if (before !== undefined && before !== email) forgetLearnerStorage();
  local.writeJson(ownerKey, email);
};
