import { learnerStorage } from '@lectern/platform';

const name = 'dismissed-notices';

/** How many are remembered. The oldest are forgotten first. */
const mostRemembered = 200;

const read = (): string[] => {
  const stored = learnerStorage.readJson(name);
  return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [];
};

/** The notices that the learner has dismissed in this browser, by key. */
export const dismissedNotices = {
  has: (key: string): boolean => read().includes(key),
  add: (key: string): void => {
    learnerStorage.writeJson(name, [key, ...read().filter((other) => other !== key)].slice(0, mostRemembered));
  },
};
