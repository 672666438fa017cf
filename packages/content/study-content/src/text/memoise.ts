import type { Source } from '@lectern/contracts';

/** Memoises a function of an object. The value lives as long as the object. */
export function memoiseByObject<Key extends object, Value>(work: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { value: Value }>();
  return (key) => {
    let held = known.get(key);
    if (!held) known.set(key, (held = { value: work(key) }));
    return held.value;
  };
}

/** Memoises a function of a source. */
export const memoiseBySource = <Value>(work: (source: Source) => Value): ((source: Source) => Value) => memoiseByObject(work);

/** Total characters that a cache holds before it is cleared. */
const maxCharacters = 1_000_000;

/** Memoises a function of a text. Callers share the value and must not change it. */
export function memoiseByText<Value extends NonNullable<unknown>>(work: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  let characters = 0;
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const value = work(text);
    // A whole book is processed once and would only evict everything else.
    if (text.length > maxCharacters / 10) return value;
    if ((characters += text.length) > maxCharacters) {
      known.clear();
      characters = text.length;
    }
    known.set(text, value);
    return value;
  };
}
