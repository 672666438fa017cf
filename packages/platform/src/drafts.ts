import { useCallback, useState } from 'react';
import { browserStorage } from './browserStorage';

/** Texts stay over a reload of the page; whose they are stands beside them. */
const textKey = (name: string): string => `lectern.draft.${name}`;
const ownerKey = 'lectern.drafts-of';

/** Files and choices live as long as the page. */
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

/** Nothing of what was typed stays: the learner left. */
export const forgetDrafts = (): void => {
  values.clear();
  const { keys, remove } = browserStorage.session;
  for (const key of keys()) if (key.startsWith(textKey('')) || key === ownerKey) remove(key);
};

let owner: string | undefined;

/** What one learner typed is never shown to another who signs in after them. */
export const keepDraftsOf = (email: string): void => {
  const before = owner ?? browserStorage.session.read(ownerKey);
  if (before !== undefined && before !== email) forgetDrafts();
  owner = email;
  browserStorage.session.write(ownerKey, email);
};

export interface Draft<Value> {
  value: Value;
  set: (value: Value) => void;
  /** After success: the next time begins with `initial`. */
  clear: () => void;
}

/**
 * What a learner typed or chose, kept through a failed call, a session that expired in use, and leaving the page. Texts outlive a reload,
 * too. Use a name for each field: `useDraft('create-guide.content', '')`.
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
