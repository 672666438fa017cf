import { useCallback, useState } from 'react';

/** Texts stay over a reload of the page; whose they are stands beside them. */
const textKey = (name: string): string => `lectern.draft.${name}`;
const ownerKey = 'lectern.drafts-of';

/** Files and choices live as long as the page. */
const values = new Map<string, unknown>();

/** Storage may be full or forbidden: drafts then live as long as the page. */
const attempt = <Result>(action: () => Result): Result | undefined => {
  try {
    return action();
  } catch {
    return undefined;
  }
};

const read = <Value>(name: string): Value | undefined => {
  if (values.has(name)) return values.get(name) as Value;
  return (attempt(() => sessionStorage.getItem(textKey(name))) ?? undefined) as Value | undefined;
};

const write = (name: string, value: unknown): void => {
  values.set(name, value);
  if (typeof value === 'string')
    attempt(() => {
      sessionStorage.setItem(textKey(name), value);
    });
};

const erase = (name: string): void => {
  values.delete(name);
  attempt(() => {
    sessionStorage.removeItem(textKey(name));
  });
};

/** Nothing of what was typed stays: the learner left. */
export const forgetDrafts = (): void => {
  values.clear();
  attempt(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(textKey('')) || key === ownerKey) sessionStorage.removeItem(key);
  });
};

let owner: string | undefined;

/** What one learner typed is never shown to another who signs in after them. */
export const keepDraftsOf = (email: string): void => {
  const before = owner ?? attempt(() => sessionStorage.getItem(ownerKey)) ?? undefined;
  if (before !== undefined && before !== email) forgetDrafts();
  owner = email;
  attempt(() => {
    sessionStorage.setItem(ownerKey, email);
  });
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
