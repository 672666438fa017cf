import { isRecord } from '@lectern/contracts';
import { atom, useAtomValue } from 'jotai';
import { learnerStorage } from './learnerStorage';
import { platformStore } from './store';

/** The number of items waiting at a navigation entry. */
export interface NavigationCount {
  /** A whole number above 0. */
  count: number;
  /** The word read out after the number: 'due'. */
  word: string;
  /** When the count expires. ISO 8601. */
  until: string;
}

const name = 'navigation-counts';

const isCount = (value: unknown): value is NavigationCount =>
  isRecord(value) &&
  Number.isInteger(value['count']) &&
  Number(value['count']) > 0 &&
  typeof value['word'] === 'string' &&
  typeof value['until'] === 'string';

const readCounts = (): Record<string, unknown> => {
  const stored = learnerStorage.readJson(name);
  return isRecord(stored) ? stored : {};
};

/** Incremented on every change to re-render visible entries. The counts themselves are in the learner's storage. */
const changesAtom = atom(0);

/**
 * For remotes: sets the count of the navigation entry with this path, such as '/review'. It survives leaving and reloading the page, until
 * it expires or the learner signs out. Capability `navigation-counts/1`.
 *
 * @param count undefined, or a count of 0, removes it
 */
export const setNavigationCount = (path: string, count: NavigationCount | undefined): void => {
  const { [path]: _former, ...others } = readCounts();
  learnerStorage.writeJson(name, count && count.count > 0 ? { ...others, [path]: count } : others);
  platformStore.set(changesAtom, (changes) => changes + 1);
};

/** The count of a navigation entry, for the shell and remotes. Undefined if there is none or it has expired. */
export const useNavigationCount = (path: string): NavigationCount | undefined => {
  useAtomValue(changesAtom, { store: platformStore });
  const count = readCounts()[path];
  return isCount(count) && Date.parse(count.until) > Date.now() ? count : undefined;
};
