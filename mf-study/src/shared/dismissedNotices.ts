import { learnerStorage } from '@lectern/platform';

const name = 'dismissed-notices';

/** Maximum number of stored notices. The oldest are dropped first. */
const mostRemembered = 200;

const read = (): string[] => {
  const stored = learnerStorage.readJson(name);
  return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [];
};

/** Keys of the notices that the learner dismissed in this browser. */
export const dismissedNotices = {
  has: (key: string): boolean => read().includes(key),
  add: (key: string): void => {
    learnerStorage.writeJson(name, [key, ...read().filter((other) => other !== key)].slice(0, mostRemembered));
  },
};
