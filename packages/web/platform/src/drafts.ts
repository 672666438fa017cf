import { useCallback, useState } from 'react';
import { browserStorage } from './browserStorage';

/** Texts survive a reload of the page. `ownerKey` holds the email address of the learner who typed them. */
const textKey = (name: string): string => `lectern.draft.${name}`;
const ownerKey = 'lectern.drafts-of';

/** Files and choices are kept in memory only. */
const values = new Map<string, unknown>();

const read = <Value>(name: string): Value | undefined => {
  if (values.has(name)) return values.get(name) as Value;
  return browserStorage.session.read(textKey(name)) as Value | undefined;
};

const write = (name: string, value: unknown): void => {
  values.set(name, value);
  if (typeof value === 'string') browserStorage.session.write(textKey(name), value);
};

const erase = (name: string): void => {
  values.delete(name);
  browserStorage.session.remove(textKey(name));
};

/** Deletes all drafts. Called after the learner logged out or deleted the account. */
export const forgetDrafts = (): void => {
  values.clear();
  const { keys, remove } = browserStorage.session;
  for (const key of keys()) if (key.startsWith(textKey('')) || key === ownerKey) remove(key);
};

let owner: string | undefined;

/** Deletes the drafts of another learner who was signed in before. */
export const keepDraftsOf = (email: string): void => {
  const before = owner ?? browserStorage.session.read(ownerKey);
  if (before !== undefined && before !== email) forgetDrafts();
  owner = email;
  browserStorage.session.write(ownerKey, email);
};

export interface Draft<Value> {
  value: Value;
  set: (value: Value) => void;
  /** Resets the value to `initial`. Call it after success. */
  clear: () => void;
}

/**
 * Keeps a learner's input through a failed call, an expired session and leaving the page. Texts also survive a reload. Use one name for
 * each field: `useDraft('create-guide.content', '')`.
 */
export const useDraft = <Value>(name: string, initial: Value): Draft<Value> => {
  const [value, setValue] = useState<Value>(() => read<Value>(name) ?? initial);
  const set = useCallback(
    (next: Value) => {
      write(name, next);
      setValue(next);
    },
    [name],
  );
  const [first] = useState(initial);
  const clear = useCallback(() => {
    erase(name);
    setValue(first);
  }, [name, first]);
  return { value, set, clear };
};
