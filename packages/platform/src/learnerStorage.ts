import { browserStorage } from './browserStorage';

const prefix = 'lectern.learner.';
const ownerKey = `${prefix}owner`;
const { local } = browserStorage;

/**
 * What this browser remembers of the learner who is signed in: attempts that are not submitted, places in guides and decks. All tabs share it,
 * and signing out deletes it.
 */
export const learnerStorage = {
  /** The parsed value; undefined when there is none. Its shape is unknown: check it. */
  readJson: (name: string): unknown => local.readJson(prefix + name),
  writeJson: (name: string, value: unknown): void => {
    local.writeJson(prefix + name, value);
  },
  remove: (name: string): void => {
    local.remove(prefix + name);
  },
};

/** Deletes everything that is remembered, after the learner logged out or deleted the account. */
export const forgetLearnerStorage = (): void => {
  for (const key of local.keys()) if (key.startsWith(prefix)) local.remove(key);
};

/** Deletes what belongs to another learner who was signed in before. */
export const keepLearnerStorageOf = (email: string): void => {
  const before = local.readJson(ownerKey);
  if (before !== undefined && before !== email) forgetLearnerStorage();
  local.writeJson(ownerKey, email);
};
